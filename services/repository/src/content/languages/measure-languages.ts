import { isDeepStrictEqual } from 'node:util';
import { isDuplicateKey } from '@forgemesh/data';
import type { RepositoryLocation } from '#storage';
import { countLanguages, type LanguageShare } from './count-languages';
import type { LanguagesDocument } from './languages.model';
import type { LanguagesDeps } from './deps';

type Dependencies = Pick<LanguagesDeps, 'transportGit' | 'languages' | 'languageQueue'>;

/**
 * The languages of a commit: the stored ones if they are of this commit, else measured now.
 * Measurements of one repository run one at a time.
 */
export async function languagesAt(
  deps: Dependencies,
  location: RepositoryLocation,
  commitId: string,
): Promise<LanguageShare[]> {
  const stored = await storedAt(deps, location.project_id, commitId);
  if (stored) return stored;
  return deps.languageQueue.run(location.repo, async () => {
    const concurrent = await storedAt(deps, location.project_id, commitId);
    return concurrent ?? (await measure(deps, location, commitId));
  });
}

/** Measures the languages of the current default branch; does nothing if there is no commit. */
export async function measureLanguages(
  deps: Dependencies & Pick<LanguagesDeps, 'git'>,
  location: RepositoryLocation,
): Promise<void> {
  const { commit_id: tip } = await deps.git.getHead({ repo: location.repo });
  if (tip !== null) await languagesAt(deps, location, tip);
}

async function storedAt(
  { languages }: Dependencies,
  projectId: number,
  commitId: string,
): Promise<LanguageShare[] | undefined> {
  const stored = await languages.find(projectId);
  return stored?.commit_id === commitId ? stored.languages : undefined;
}

async function measure(
  deps: Dependencies,
  { repo, project_id }: RepositoryLocation,
  commitId: string,
): Promise<LanguageShare[]> {
  const measured = countLanguages(await deps.transportGit.fileSizes({ repo, commit_id: commitId }));
  await storeLanguages(deps, project_id, { commit_id: commitId, languages: measured });
  return measured;
}

/** Stores a measurement; publishes an event only if the languages have changed. */
async function storeLanguages(
  { languages: store }: Dependencies,
  projectId: number,
  measured: Pick<LanguagesDocument, 'commit_id' | 'languages'>,
): Promise<void> {
  const events = [{ type: 'repository.languages.measured' as const, actor: null }];
  const change = () =>
    store.mutate(projectId, ({ languages }) => ({
      set: measured,
      ...(!isDeepStrictEqual(languages, measured.languages) && { events }),
    }));
  if (await change()) return;
  try {
    await store.insert({ _id: projectId, ...measured }, events);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await change();
  }
}
