import type { EventEntity } from '@forgemesh/events';
import type { LanguageShare } from './count-languages';
import type { LanguagesDocument } from './languages.model';

/** Presents languages in the API: percent by name. */
export function presentLanguages(languages: readonly LanguageShare[]): Record<string, number> {
  return Object.fromEntries(languages.map(({ name, share }) => [name, share]));
}

/** The entity of `repository.languages.measured`. */
export function presentLanguagesEvent(document: LanguagesDocument): EventEntity<'repository.languages.measured'> {
  const { _id, commit_id, languages } = document;
  return { project_id: _id, commit_id, languages: presentLanguages(languages) };
}
