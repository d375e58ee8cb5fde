/**
 * Decides which requests a secondary handles itself: operations that each node handles for itself,
 * and reads of repositories and files that it has a copy of. All others are forwarded to the
 * primary.
 */
import { isForgeError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { asAdministrator } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import type { Catalogue } from '../routing/catalogue';
import type { Match, OperationRoute } from '../routing/route-table';
import type { Middleware } from '../server/request-handler';
import { readGitRequest, type GitRequest } from '../git/git-request';
import type { HttpExchange } from '../server/exchange';
import type { ForwardToPrimary } from './primary-proxy';

/**
 * Requests for large files that a copy can answer: what a project has, which also an upload asks
 * first, and contents. Locks are on the primary.
 */
const lfsReads = /^info\/lfs\/objects\/(batch|[0-9a-f]{64})$/;

/** Dependencies of the middleware. */
export interface ReplicaOptions {
  catalogue: Catalogue;
  authorizer: Authorizer;
  caller: Caller;
  forward: ForwardToPrimary;
}

/**
 * Creates the middleware: it forwards to the primary all requests that this node does not handle.
 */
export function createReplicaMiddleware({ catalogue, authorizer, caller, forward }: ReplicaOptions): Middleware {
  const geo = caller.client(ReplicaServiceDefinition, 'geo');

  /**
   * Whether this node has a copy. Access is checked later: this only decides which node handles the
   * request.
   */
  const hasReplica = (ref: string, copy: { wiki?: boolean; lfs?: boolean; while_away?: boolean }): Promise<boolean> =>
    unlessRefused(async () => {
      const project = await authorizer.resolve(asAdministrator, 'project', ref);
      return !project.found || (await geo.hasReplica({ project_id: project.id, ...copy })).held;
    });
  const hasFile = ({ fields, operation }: OperationRoute, params: Match['params']): Promise<boolean> =>
    unlessRefused(async () => {
      const named = Object.entries(params).map(([name, value]) => [fields[name] ?? name, value]);
      const { id: ref = '', secret, file_name } = Object.fromEntries(named) as Record<string, string>;
      const { access, contract, replica } = operation;
      const fileQuery = { operation: contract.name, secret, file_name, while_away: replica === 'file_while_away' };
      const [rule] = access;
      // Users are identified only by id.
      if (!rule) return /^\d{1,15}$/.test(ref) && (await geo.hasFile({ ...fileQuery, id: Number(ref) })).held;
      const owner = await authorizer.resolve(asAdministrator, rule.kind, ref);
      return !owner.found || (await geo.hasFile({ ...fileQuery, id: owner.id })).held;
    });
  const isLocalOperation = async (exchange: HttpExchange): Promise<boolean> => {
    const match = catalogue.table().find(exchange.method, exchange.path);
    if (typeof match !== 'object') return false;
    const { replica } = match.route.operation;
    if (replica === 'none' || replica === 'own') return replica === 'own';
    if (replica === 'file' || replica === 'file_while_away') return hasFile(match.route, match.params);
    const ref = projectOf(match);
    if (namesOtherProject(match, exchange.query)) return false;
    return (
      ref !== undefined &&
      (await hasReplica(ref, { wiki: replica === 'wiki', while_away: replica === 'repository_while_away' }))
    );
  };

  /** Whether this node handles a request of a git client from its copy. */
  const isLocalGit = async ({ projectPath, repository, suffix, isPush, isLfs }: GitRequest): Promise<boolean> => {
    if (isPush) return false;
    if (isLfs) return lfsReads.test(suffix) && (await hasReplica(projectPath, { lfs: true }));
    return hasReplica(projectPath, { wiki: repository === 'wiki' });
  };

  return async (exchange) => {
    const git = readGitRequest(exchange);
    const isGit = git !== undefined && git !== 'dumb';
    const isLocal = isGit ? await isLocalGit(git) : await isLocalOperation(exchange);
    if (isLocal) return false;
    await forward(exchange, { isGit });
    return true;
  };
}

/**
 * If the check is refused, this node handles the request and refuses it with the operation's own
 * error.
 */
async function unlessRefused(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    if (isForgeError(error)) return true;
    throw error;
  }
}

/** A read across two projects goes to the primary, because this node would need both copies. */
function namesOtherProject({ route }: Match, query: string): boolean {
  const others = route.operation.access.filter(({ optional }) => optional);
  return others.some(({ param }) => new URLSearchParams(query).has(param));
}

/** Returns the project in the path of an operation. */
function projectOf({ route, params }: Match): string | undefined {
  const rule = route.operation.access.find(({ kind }) => kind === 'project');
  const name = Object.keys(params).find((param) => route.fields[param] === rule?.param);
  return name === undefined ? undefined : params[name];
}
