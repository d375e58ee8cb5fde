import { operation, type Call } from '@forgemesh/rpc';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { findPersonalAccessToken } from '../find-personal-access-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';
import type { TokensDeps } from '../deps';

/** Gets one token. */
export const getPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.getPersonalAccessToken,
  async ({ id }, call: Call<TokensDeps>) => presentPersonalAccessToken(await findPersonalAccessToken(call, id)),
);
