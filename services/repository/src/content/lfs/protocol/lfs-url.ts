/** Paths of LFS requests on this process's port: `/git/<project id>/project/info/lfs/...`. */

const lfsUrl = /^\/git\/(\d+)\/project\/info\/lfs\/([^?]*)(?:\?(.*))?$/;

/** What a path names. */
export interface LfsUrl {
  project_id: number;
  /** Path below the LFS server of the project. */
  suffix: string;
  query: URLSearchParams;
}

/** Reads a path with its query; undefined for any other path. */
export function readLfsUrl(url: string): LfsUrl | undefined {
  const [, id, suffix, query = ''] = lfsUrl.exec(url) ?? [];
  if (id === undefined || suffix === undefined) return undefined;
  return { project_id: Number(id), suffix, query: new URLSearchParams(query) };
}
