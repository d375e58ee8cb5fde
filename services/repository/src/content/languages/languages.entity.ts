import type { LanguageShare } from './count-languages';
import type { LanguagesDocument } from './languages.model';

/** Languages as the API shows them: percent by name. */
export function presentLanguages(languages: readonly LanguageShare[]): Record<string, number> {
  return Object.fromEntries(languages.map(({ name, share }) => [name, share]));
}

/** The entity of `repository.languages.measured`. */
export function presentLanguagesEvent({ _id, commit_id, languages }: LanguagesDocument): object {
  return { project_id: _id, commit_id, languages: presentLanguages(languages) };
}
