/** How the visitor resolves the conflicts of a file, before it is sent. */
import type { ConflictFile, ConflictSection } from '#api/types';

/** A side of a conflict: `ours` is the source branch, `theirs` the target branch. */
export type Side = 'ours' | 'theirs';

/** The resolution of a file so far: the whole file, the chosen sections, or an edited text. */
export type FileState =
  | { kind: 'side'; side: Side }
  | { kind: 'sections'; choices: Readonly<Record<string, Side>> }
  | { kind: 'content'; text: string };

/** The resolution of a file as the API takes it. */
export interface FileResolution {
  path: string;
  side?: Side;
  content?: string;
  sections?: { id: string; side: Side }[];
}

/** Names of the branches, for the markers of conflicts in an edited text. */
export interface BranchNames {
  source: string;
  target: string;
}

const MARKERS = { start: '<<<<<<< ', middle: '=======\n', end: '>>>>>>> ' };
const NO_CHOICES: FileState = { kind: 'sections', choices: {} };

/** The state in which a file begins. */
export function firstState(): FileState {
  return NO_CHOICES;
}

/** The conflicts of a text. */
export function conflictsOf(file: ConflictFile): (ConflictSection & { id: string })[] {
  return file.sections.filter((section): section is ConflictSection & { id: string } => section.id !== null);
}

/** Chooses a side for one conflict. A file that was edited has no other choices then. */
export function chooseSection(state: FileState, id: string, side: Side): FileState {
  const choices = state.kind === 'sections' ? state.choices : {};
  return { kind: 'sections', choices: { ...choices, [id]: side } };
}

/** Chooses a side for all conflicts of a file: by section, so that merged lines are kept. */
export function chooseAll(file: ConflictFile, side: Side): FileState {
  const conflicts = conflictsOf(file);
  if (conflicts.length === 0) return { kind: 'side', side };
  return { kind: 'sections', choices: Object.fromEntries(conflicts.map(({ id }) => [id, side])) };
}

/** The text of a file to edit: conflicts without a choice have markers, as git writes them. */
export function textOf(file: ConflictFile, state: FileState, names: BranchNames): string {
  if (state.kind === 'content') return state.text;
  const choices = state.kind === 'sections' ? state.choices : {};
  const parts = file.sections.map((section) => {
    if (section.id === null) return section.ours;
    const side = choices[section.id];
    if (side !== undefined) return section[side];
    return `${MARKERS.start}${names.source}\n${section.ours}${MARKERS.middle}${section.theirs}${MARKERS.end}${names.target}\n`;
  });
  return parts.join('');
}

/** Number of conflicts of a file that are not resolved. */
export function openConflicts(file: ConflictFile, state: FileState): number {
  if (state.kind === 'side') return 0;
  if (state.kind === 'content') return (state.text.match(/^<<<<<<< /gm) ?? []).length;
  const conflicts = conflictsOf(file);
  return conflicts.length === 0 ? 1 : conflicts.filter(({ id }) => state.choices[id] === undefined).length;
}

/** The resolution of a file without open conflicts. */
export function resolutionOf(file: ConflictFile, state: FileState): FileResolution {
  const { path } = file;
  if (state.kind === 'side') return { path, side: state.side };
  if (state.kind === 'content') return { path, content: state.text };
  return { path, sections: Object.entries(state.choices).map(([id, side]) => ({ id, side })) };
}
