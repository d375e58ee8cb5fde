/**
 * Links to issues of an external tracker that texts of a project refer to, for example
 * `PROJECT-123`.
 */
import type { NamedLink } from '@forgemesh/markdown';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Reference } from '#texts';
import type { ReferencesDeps } from './deps';

/** Matches words that may name an issue of a tracker. */
const candidate = /(?<![\p{L}\p{N}_/.#-])[A-Z][A-Za-z0-9_]{0,99}-\d{1,20}(?![\p{L}\p{N}_])/gu;
const upperCase = /^[A-Z][A-Z0-9_]*-/;
const MAX_WORDS = 200;

/** The words of prose that may refer to an issue of a tracker. */
export function externalWordsIn(prose: string): string[] {
  return [...new Set([...prose.matchAll(candidate)].map(([word]) => word))].slice(0, MAX_WORDS);
}

/** The links of words and, in a project without its own issues, of `#123`. */
export async function externalLinks(
  { clients }: ReferencesDeps,
  project: AuthorizedResource,
  { words, references }: { words: readonly string[]; references: readonly Reference[] },
): Promise<(readonly [text: string, link: NamedLink])[]> {
  const hasOwnIssues = project.features['issues'] !== 'disabled';
  const numbers = hasOwnIssues ? [] : references.filter(({ kind, path }) => kind === 'issue' && path === null);
  if (words.length === 0 && numbers.length === 0) return [];
  const tracker = await clients.integrations.getIssueTracker({ project_id: project.id });
  const { slug, issues_url: issuesUrl } = tracker;
  if (slug === undefined || issuesUrl === '') return [];
  const link = (text: string, id: string) => {
    const href = issuesUrl.replaceAll(':id', () => encodeURIComponent(id));
    return [text, { href, title: `Issue in ${tracker.title}` }] as const;
  };
  const isNamed = slug === 'youtrack' ? () => true : (word: string) => upperCase.test(word);
  // Some trackers name issues by project and number, the others by the number alone.
  const idOf = (word: string): string =>
    slug === 'jira' || slug === 'youtrack' ? word : word.slice(word.lastIndexOf('-') + 1);
  return [
    ...words.filter(isNamed).map((word) => link(word, idOf(word))),
    ...(slug === 'jira' ? [] : numbers.map(({ text, name }) => link(text, name))),
  ];
}
