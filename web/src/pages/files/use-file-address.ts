/** The ref and file path of an address such as `/-/blob/feature/a/src/main.ts`. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { findBranches } from '#data/branches';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { repositoryKeys } from '#data/repository';
import { findTags } from '#data/tags';

const commitId = /^[0-9a-f]{7,64}$/;

/**
 * Reads the address; undefined while it is not known where the name of the ref ends, because it may
 * contain slashes.
 */
export function useFileAddress(): FileAddress | undefined {
  const { '*': splat = '' } = useParams();
  const { id, default_branch: defaultBranch } = useProject();
  const text = splat.replace(/\/+$/, '');
  const first = text.split('/')[0] ?? '';
  const isClear = !text.includes('/') || first === defaultBranch || first === 'HEAD' || commitId.test(first);
  const refs = useQuery({
    queryKey: repositoryKeys.refs(id, first),
    queryFn: async () => {
      const [branches, tags] = await Promise.all([
        findBranches(id, { search: `^${first}`, per_page: 100 }),
        findTags(id, { search: `^${first}`, per_page: 100 }),
      ]);
      return [...branches, ...tags].map(({ name }) => name);
    },
    enabled: !isClear,
    staleTime: 60_000,
  });
  if (isClear) return split(text, first);
  if (refs.isPending) return undefined;
  const named = (refs.data ?? []).filter((name) => text === name || text.startsWith(`${name}/`));
  return split(text, named.sort((one, other) => other.length - one.length)[0] ?? first);
}

function split(text: string, ref: string): FileAddress {
  return { ref, path: text.slice(ref.length + 1) };
}
