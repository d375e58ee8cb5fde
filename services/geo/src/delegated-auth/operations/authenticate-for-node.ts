import { operation, type Call } from '@forgemesh/rpc';
import { isForgeError } from '@forgemesh/errors';
import { DelegatedAuthServiceDefinition } from '@forgemesh/proto/geo/v1/delegated_auth';
import { authenticateNode } from '#replication/origin';
import type { DelegatedAuthDeps } from '../deps';

/**
 * Authenticates a token for a secondary. A refused token is part of the response; an error means
 * that the node itself was refused.
 */
export const authenticateForNode = operation(
  DelegatedAuthServiceDefinition.authenticateForNode,
  async (
    { node_token: nodeToken, token, as_user = '', client_address = '', ...rest },
    { deps, context }: Call<DelegatedAuthDeps>,
  ) => {
    const { git = false, login = '', without_terms = false, without_two_factor = false } = rest;
    await authenticateNode(deps, nodeToken, context.address);
    try {
      const request = {
        token,
        sudo: as_user,
        address: client_address,
        git,
        login,
        without_terms,
        without_two_factor,
      };
      return { identity: await deps.clients.identity.authenticate(request) };
    } catch (error) {
      if (!isForgeError(error) || error.reason === 'unavailable' || error.reason === 'internal') throw error;
      const { reason, body, details } = error;
      const refusal = { reason, text: JSON.stringify(body), details: details ? JSON.stringify(details) : '' };
      return { refusal };
    }
  },
);
