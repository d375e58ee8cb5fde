/** Paths of git requests on this process's port: `/git/<project id>/<project|wiki>/...`. */
import type { RepositoryKind } from '@forgemesh/git-engine';

const gitUrl =
  /^\/git\/(\d+)\/(project|wiki)\/(info\/refs|info\/bundles\/[0-9a-f]{32}\.bundle|git-(?:upload|receive)-pack(?:\/session)?|git-upload-archive\/session)(\?.*)?$/;

/** What a path names. */
export interface GitUrl {
  project_id: number;
  kind: RepositoryKind;
  /** Path after the repository, including the query. */
  rest: string;
  isPush: boolean;
  /** Protocol of the client: sessions are for SSH only. */
  protocol: 'http' | 'ssh';
}

/** Reads a path with its query; undefined for any other path. */
export function readGitUrl(url: string): GitUrl | undefined {
  const [, id, kind, suffix, query = ''] = gitUrl.exec(url) ?? [];
  if (id === undefined || suffix === undefined) return undefined;
  const isPush = suffix.startsWith('git-receive-pack') || /[?&]service=git-receive-pack(&|$)/.test(query);
  const protocol = suffix.endsWith('/session') ? ('ssh' as const) : ('http' as const);
  return { project_id: Number(id), kind: kind as RepositoryKind, rest: suffix + query, isPush, protocol };
}
