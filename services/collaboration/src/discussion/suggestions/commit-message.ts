/** Messages of commits that apply suggestions. */

/** Facts that a message may name. */
export interface AppliedSuggestions {
  branch: string;
  project: { name: string; path: string };
  user: { name: string; username: string };
  /** Path of the file of each suggestion. */
  paths: readonly string[];
}

/** The message of projects that configure none. */
const DEFAULT = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)';

/**
 * The message from a template with placeholders (`%{file_paths}`). Unknown placeholders stay as
 * they are.
 */
export function suggestionMessage(template: string | undefined, applied: AppliedSuggestions): string {
  const files = [...new Set(applied.paths)];
  const values: Readonly<Record<string, string>> = {
    branch_name: applied.branch,
    files_count: String(files.length),
    file_paths: files.join(', '),
    project_name: applied.project.name,
    project_path: applied.project.path,
    user_full_name: applied.user.name,
    username: applied.user.username,
    suggestions_count: String(applied.paths.length),
    // The author of the suggestions is the author of the commit.
    co_authored_by: '',
  };
  const text = template?.trim() ? template : DEFAULT;
  return text.replace(/%\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder).trim();
}
