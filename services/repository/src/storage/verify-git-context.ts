import type { IncomingMessage } from 'node:http';
import { ForbiddenError } from '@forgemesh/errors';
import type { RepositoryKind } from '@forgemesh/git-engine';
import { CONTEXT_KEY, type ContextVerifier, GATEWAY, gitTarget, type VerifiedContext } from '@forgemesh/rpc';
import { assertPeer } from '@forgemesh/security';
import { SERVICE_NAME } from '#service-name';

/**
 * Returns the signed context of a request for a repository over HTTP. Throws UnauthenticatedError
 * without a valid one, and ForbiddenError for that of another process than the gateway and this
 * service.
 */
export async function verifyGitContext(
  verifier: ContextVerifier,
  request: IncomingMessage,
  { project_id, kind }: { project_id: number; kind: RepositoryKind },
): Promise<VerifiedContext> {
  const token = String(request.headers[CONTEXT_KEY] ?? '');
  const { audience, method } = gitTarget(project_id, kind);
  const context = await verifier.verify({ token, forwarded: [] }, { audiences: new Set([audience]), method });
  if (context.issuer !== GATEWAY && context.issuer !== SERVICE_NAME) throw new ForbiddenError();
  assertPeer(request.socket, context.issuer);
  return context;
}
