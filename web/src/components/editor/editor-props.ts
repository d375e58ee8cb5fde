import type { EditorSubject } from '#lib/editor-subject';

/** Properties of the editor of Markdown. */
export interface MarkdownEditorProps {
  label: string;
  value: string;
  onChange: (text: string | ((before: string) => string)) => void;
  subject: EditorSubject;
  /** Project of references and uploads. The epics are those of its group. */
  project?: { id: number; path_with_namespace: string; namespace?: { id: number; kind: string } | null } | undefined;
  /** Group of references, for texts that belong to no project. */
  group?: { id: number } | undefined;
  /** Whether it is a page of a wiki. */
  isWiki?: boolean;
  rows?: number;
  placeholder?: string | undefined;
  isFocused?: boolean;
  isRequired?: boolean;
  /** A block that suggests changes of lines, which a button inserts. */
  suggestion?: string;
  /** Called on Ctrl+Enter. */
  onSubmit?: () => void;
  onEscape?: () => void;
}

/** A selected part of a text. */
export interface Selection {
  start: number;
  end: number;
}
