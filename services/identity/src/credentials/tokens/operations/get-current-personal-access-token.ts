import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { operation } from '#operation';
import { findCurrentToken } from '../find-current-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';

/** Gets the token of the request. */
export const getCurrentPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.getCurrentPersonalAccessToken,
  async (_request, call) => presentPersonalAccessToken(await findCurrentToken(call)),
);
