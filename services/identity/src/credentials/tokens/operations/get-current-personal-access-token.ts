import { operation, type Call } from '@forgemesh/rpc';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { findCurrentToken } from '../find-current-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';
import type { TokensDeps } from '../deps';

/** Gets the token of the request. */
export const getCurrentPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.getCurrentPersonalAccessToken,
  async (_request, call: Call<TokensDeps>) => presentPersonalAccessToken(await findCurrentToken(call)),
);
