/** Creates an impersonation token. A repeated request (same operation id) answers with the token of the first. */
import { ValidationError } from '@forgemesh/kit';
import { ImpersonationTokenServiceService } from '@forgemesh/proto/identity/v1/impersonation_token';
import { operation } from '../operation';
import { assertUserExists } from '../users/find-user';
import { presentImpersonationToken } from './impersonation-token.entity';
import { newToken } from './new-token';
import { availableScopes } from './token.model';

const MAX_NAME = 255;

export const createImpersonationToken = operation(
  ImpersonationTokenServiceService.createImpersonationToken,
  async (request, { deps, operationId }) => {
    await assertUserExists(deps, request.user_id);
    const scopes = [...new Set(request.scopes)];
    assertValid(request.name, scopes);
    const secret = deps.secrets.create(operationId);
    const token = await deps.tokens.insert({
      ...newToken(secret, deps.secrets),
      _id: await deps.tokens.nextId(),
      operation_id: operationId,
      user_id: request.user_id,
      name: request.name,
      scopes,
      impersonation: true,
      expires_at: request.expires_at ?? null,
    });
    return { ...presentImpersonationToken(token), token: secret };
  },
);

function assertValid(name: string, scopes: string[]): void {
  const problems: Record<string, string[]> = {};
  if (name.length > MAX_NAME) problems['name'] = [`is too long (maximum is ${MAX_NAME} characters)`];
  if (scopes.length === 0) problems['scopes'] = ["can't be blank"];
  else if (!scopes.every((scope) => availableScopes.includes(scope)))
    problems['scopes'] = ['can only contain available scopes'];
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}
