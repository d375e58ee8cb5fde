import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { operation } from '#operation';
import { findPersonalAccessToken } from '../find-personal-access-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';

/** Gets one token. */
export const getPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.getPersonalAccessToken,
  async ({ id }, call) => presentPersonalAccessToken(await findPersonalAccessToken(call, id)),
);
