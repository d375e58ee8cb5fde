/**
 * The editor of Markdown: toolbar, completion at the caret, uploads by drag and paste, preview.
 * Load it by `import()`.
 */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paperclip } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from 'react';
import { Markdown } from '../markdown';
import { caretPosition, type CaretPosition } from './caret-position';
import { typedAt, type Suggestion } from './completion';
import { CompletionList } from './completion-list';
import { applyChange, continueList, type Selected, type TextChange } from './edit-text';
import type { MarkdownEditorProps, Selection } from './editor-props';
import { Toolbar, tools } from './toolbar';
import { useSuggestions, type EditorOwner } from './use-suggestions';
import { useUploads } from './use-uploads';
import styles from './editor.module.css';

interface FullEditorProps extends MarkdownEditorProps {
  /** What is selected at first, in a text area that had the focus before. */
  selection: Selection | undefined;
}

/** Shows the editor. */
export function FullEditor(props: FullEditorProps) {
  const { label, value, onChange, subject, project, group, isWiki = false, rows = 5, isFocused = false } = props;
  const { selection } = props;
  const [isPreview, setIsPreview] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  /** Where the list is: at the mark of what is typed. */
  const [place, setPlace] = useState<CaretPosition>({ left: 0, bottom: 0 });
  const [isDismissed, setIsDismissed] = useState(true);
  const id = useId();
  const { uploads, upload } = useUploads(area, onChange, project?.id);
  const typed = isDismissed || isPreview ? undefined : typedAt(value, caret);
  const owner = ownerOf(project, group);
  const suggestions = useSuggestions(typed, subject, owner);
  const isCompleting = typed !== undefined && suggestions.length > 0;
  useLayoutEffect(() => {
    if (!selection) return;
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(selection.start, selection.end);
  }, [selection]);

  const selected = (): Selected => ({
    text: value,
    start: area.current?.selectionStart ?? 0,
    end: area.current?.selectionEnd ?? 0,
  });
  const apply = (change: TextChange): void => {
    if (area.current) applyChange(area.current, change);
  };
  const complete = ({ inserted }: Suggestion): void => {
    if (!typed) return;
    const end = typed.start + inserted.length;
    apply({ from: typed.start, to: caret, inserted, start: end, end });
    setCaret(end);
    setIsDismissed(true);
  };
  const onCompletionKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : suggestions.length - 1;
      setChosen((chosen + step) % suggestions.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const suggestion = suggestions[chosen];
      if (suggestion) complete(suggestion);
    } else if (event.key === 'Escape') {
      setIsDismissed(true);
      // A dialog or form around it stays open.
      event.stopPropagation();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    // Keys of an input method belong to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && isCommand) {
      event.preventDefault();
      props.onSubmit?.();
    } else if (isCompleting && onCompletionKey(event)) {
      return;
    } else if (event.key === 'Escape') {
      props.onEscape?.();
    } else if (isCommand && !event.shiftKey && !event.altKey) {
      const tool = tools.find(({ key }) => key === event.key.toLowerCase());
      if (!tool) return;
      event.preventDefault();
      apply(tool.change(selected()));
    } else if (event.key === 'Enter' && !event.shiftKey) {
      const change = continueList(selected());
      if (!change) return;
      event.preventDefault();
      apply(change);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    const { start, end, text } = selected();
    const address = event.clipboardData.getData('text/plain').trim();
    if (project && files.length > 0) {
      event.preventDefault();
      void upload(files);
    } else if (start !== end && /^https?:\/\/\S+$/.test(address)) {
      event.preventDefault();
      const inserted = `[${text.slice(start, end)}](${address})`;
      apply({ from: start, to: end, inserted, start: start + inserted.length, end: start + inserted.length });
    }
  };
  const onDrop = (event: DragEvent): void => {
    setIsOver(false);
    if (!project || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void upload([...event.dataTransfer.files]);
  };
  return (
    <div className={`${styles.editor}${isOver ? ` ${styles.editorOver}` : ''}`}>
      {isPreview ? (
        <div className={styles.editorPreview}>
          {value.trim() === '' ? (
            <p className="muted">
              <Trans>Nothing to preview.</Trans>
            </p>
          ) : (
            <Markdown text={value} project={project?.path_with_namespace} isWiki={isWiki} />
          )}
        </div>
      ) : (
        <div className={styles.editorArea}>
          <textarea
            ref={area}
            className="textarea"
            aria-label={label}
            aria-autocomplete="list"
            rows={rows}
            value={value}
            placeholder={props.placeholder}
            required={props.isRequired}
            // Editors are focused only where the visitor has just asked for one.
            {...(isFocused && { autoFocus: true })}
            {...(isCompleting && { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` })}
            onChange={(event) => {
              const { target } = event;
              const next = typedAt(target.value, target.selectionStart);
              if (next && next.start !== typed?.start) setPlace(caretPosition(target, next.start));
              setCaret(target.selectionStart);
              setChosen(0);
              setIsDismissed(false);
              onChange(target.value);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onBlur={() => setIsDismissed(true)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onDrop={onDrop}
            onDragOver={() => setIsOver(project !== undefined)}
            onDragLeave={() => setIsOver(false)}
          />
          {isCompleting && (
            <CompletionList
              id={id}
              suggestions={suggestions}
              chosen={Math.min(chosen, suggestions.length - 1)}
              place={place}
              choose={complete}
            />
          )}
        </div>
      )}
      {/* After the text in the order of the keyboard, above it on the screen. */}
      <div className={styles.editorTabs}>
        <div className="button-group" role="group" aria-label={t`${label}: mode`}>
          <ModeButton text={t`Write`} isChosen={!isPreview} choose={() => setIsPreview(false)} />
          <ModeButton text={t`Preview`} isChosen={isPreview} choose={() => setIsPreview(true)} />
        </div>
        <span className="grow" />
        {!isPreview && <Toolbar suggestion={props.suggestion} apply={(tool) => apply(tool.change(selected()))} />}
        {project && (
          <>
            <button type="button" className="button button-plain button-small" onClick={() => picker.current?.click()}>
              <Paperclip size={14} aria-hidden="true" />
              <Trans>Attach</Trans>
            </button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label={t`Files to attach`}
              onChange={(event) => {
                void upload([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </>
        )}
      </div>
      {uploads.map(({ mark, name, progress }) => (
        <label key={mark} className={styles.editorUpload}>
          <span className="truncate">
            <Trans>Uploading {name}</Trans>
          </span>
          <progress max={1} value={progress} />
        </label>
      ))}
    </div>
  );
}

/** Whose objects a text can refer to. */
function ownerOf(
  project: MarkdownEditorProps['project'],
  group: MarkdownEditorProps['group'],
): EditorOwner | undefined {
  if (!project) return group && { kind: 'group', id: group.id, epicGroup: group.id };
  const { id, namespace } = project;
  return { kind: 'project', id, epicGroup: namespace?.kind === 'group' ? namespace.id : undefined };
}

function ModeButton({ text, isChosen, choose }: { text: string; isChosen: boolean; choose: () => void }) {
  return (
    <button type="button" className="button button-small" aria-pressed={isChosen} onClick={choose}>
      {text}
    </button>
  );
}
