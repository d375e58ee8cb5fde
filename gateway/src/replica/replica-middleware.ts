/**
 * On a secondary: decides which requests it answers itself. These are operations that each node
 * answers for itself, and reads of repositories and files that it has a copy of; all others go to
 * the primary.
 */
import { isForgeError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { asAdministrator } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import type { Catalogue } from '../routing/catalogue';
import type { Match, OperationRoute } from '../routing/route-table';
import type { Middleware } from '../server/request-handler';
import { readGitRequest } from '../git/git-request';
import type { Exchange } from '../server/exchange';
import type { PassOn } from './primary-proxy';

/** Dependencies of the middleware. */
export interface ReplicaOptions {
  catalogue: Catalogue;
  authorizer: Authorizer;
  caller: Caller;
  passOn: PassOn;
}

/** Creates the middleware: it passes to the primary whatever this node does not answer. */
export function createReplicaMiddleware({ catalogue, authorizer, caller, passOn }: ReplicaOptions): Middleware {
  const geo = caller.client(ReplicaServiceDefinition, 'geo');

  /**
   * Whether there is a copy. Who may read it is asked later: here only the place of the answer is
   * decided.
   */
  const isHeld = (ref: string, copy: { wiki: boolean; while_away?: boolean }): Promise<boolean> =>
    unlessRefused(async () => {
      const project = await authorizer.resolve(asAdministrator, 'project', ref);
      return !project.found || (await geo.hasReplica({ project_id: project.id, ...copy })).held;
    });
  const hasFile = ({ fields, operation }: OperationRoute, params: Match['params']): Promise<boolean> =>
    unlessRefused(async () => {
      const named = Object.entries(params).map(([name, value]) => [fields[name] ?? name, value]);
      const { id: ref = '', secret, file_name } = Object.fromEntries(named) as Record<string, string>;
      const { access, contract, replica } = operation;
      const wanted = { operation: contract.name, secret, file_name, while_away: replica === 'file_while_away' };
      const [rule] = access;
      // Users are named by their ids alone.
      if (!rule) return /^\d{1,15}$/.test(ref) && (await geo.hasFile({ ...wanted, id: Number(ref) })).held;
      const owner = await authorizer.resolve(asAdministrator, rule.kind, ref);
      return !owner.found || (await geo.hasFile({ ...wanted, id: owner.id })).held;
    });
  const isOwn = async (exchange: Exchange): Promise<boolean> => {
    const match = catalogue.table().find(exchange.method, exchange.path);
    if (typeof match !== 'object') return false;
    const { replica } = match.route.operation;
    if (replica === 'none' || replica === 'own') return replica === 'own';
    if (replica === 'file' || replica === 'file_while_away') return hasFile(match.route, match.params);
    const ref = projectOf(match);
    if (namesAnother(match, exchange.query)) return false;
    return (
      ref !== undefined &&
      (await isHeld(ref, { wiki: replica === 'wiki', while_away: replica === 'repository_while_away' }))
    );
  };

  return async (exchange) => {
    const git = readGitRequest(exchange);
    const isGit = git !== undefined && git !== 'dumb';
    const isOurs = isGit
      ? !git.isPush && (await isHeld(git.projectPath, { wiki: git.repository === 'wiki' }))
      : await isOwn(exchange);
    if (isOurs) return false;
    await passOn(exchange, { isGit });
    return true;
  };
}

/**
 * A refusal here leaves the request to this node, which refuses it in the words of the operation.
 */
async function unlessRefused(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (isForgeError(error)) return true;
    throw error;
  }
}

/** A read across two projects is the primary's, as both copies would have to be here. */
function namesAnother({ route }: Match, query: string): boolean {
  const others = route.operation.access.filter(({ optional }) => optional);
  return others.some(({ param }) => new URLSearchParams(query).has(param));
}

/** The project that the path of an operation names. */
function projectOf({ route, params }: Match): string | undefined {
  const rule = route.operation.access.find(({ kind }) => kind === 'project');
  const name = Object.keys(params).find((param) => route.fields[param] === rule?.param);
  return name === undefined ? undefined : params[name];
}
