/** A text in Markdown: preview, uploads by drag and paste, completion of quick actions. */
import { Paperclip } from 'lucide-react';
import { useId, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { uploadFile } from '#data/uploads';
import type { EditorSubject } from '#lib/editor-subject';
import { showError } from '#lib/messages';
import { Markdown } from '../markdown';
import { completionAt, type Completion, type QuickAction } from './quick-actions';
import './editor.css';

interface MarkdownEditorProps {
  label: string;
  value: string;
  onChange: (text: string | ((before: string) => string)) => void;
  subject: EditorSubject;
  /** Project of references and uploads. */
  project?: { id: number; path_with_namespace: string } | undefined;
  rows?: number;
  placeholder?: string;
  isFocused?: boolean;
  /** Called on Ctrl+Enter. */
  onSubmit?: () => void;
  onEscape?: () => void;
}

/** Shows the editor. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, subject, project, rows = 5, placeholder, isFocused = false } = props;
  const [isPreview, setIsPreview] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const id = useId();
  const completion = isDismissed ? undefined : completionAt(value, cursor, subject);

  const upload = async (files: Iterable<File>): Promise<void> => {
    if (!project) return;
    for (const file of files) {
      const mark = `[Uploading ${file.name} …]()`;
      onChange((before) => `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${mark}`);
      try {
        const markdown = await uploadFile(project.id, file);
        onChange((before) => before.replace(mark, markdown));
      } catch (error) {
        onChange((before) => before.replace(mark, ''));
        showError(error);
      }
    }
  };
  const complete = ({ name, argument }: QuickAction, { start }: Completion): void => {
    const inserted = `/${name}${argument === undefined ? '' : ' '}`;
    onChange(`${value.slice(0, start)}${inserted}${value.slice(cursor)}`);
    setIsDismissed(true);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + inserted.length, start + inserted.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.onSubmit?.();
    } else if (event.key === 'Escape') {
      if (completion) setIsDismissed(true);
      else props.onEscape?.();
    } else if (completion && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : completion.matches.length - 1;
      setChosen((chosen + step) % completion.matches.length);
    } else if (completion && (event.key === 'Enter' || event.key === 'Tab')) {
      const action = completion.matches[chosen];
      if (!action) return;
      event.preventDefault();
      complete(action, completion);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (!project || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void upload([...event.clipboardData.files]);
  };
  const onDrop = (event: DragEvent): void => {
    setIsOver(false);
    if (!project || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void upload([...event.dataTransfer.files]);
  };
  return (
    <div className={`editor${isOver ? ' editor-over' : ''}`}>
      <div className="editor-tabs">
        <div className="button-group" role="group" aria-label={`${label}: mode`}>
          <ModeButton text="Write" isChosen={!isPreview} choose={() => setIsPreview(false)} />
          <ModeButton text="Preview" isChosen={isPreview} choose={() => setIsPreview(true)} />
        </div>
        <span className="grow" />
        {project && (
          <>
            <button type="button" className="button button-plain button-small" onClick={() => picker.current?.click()}>
              <Paperclip size={14} aria-hidden="true" />
              Attach
            </button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label="Files to attach"
              onChange={(event) => {
                void upload([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </>
        )}
      </div>
      {isPreview ? (
        <div className="editor-preview">
          {value.trim() === '' ? (
            <p className="muted">Nothing to preview.</p>
          ) : (
            <Markdown text={value} {...(project && { project: project.path_with_namespace })} />
          )}
        </div>
      ) : (
        <div className="editor-area">
          <textarea
            ref={area}
            className="textarea"
            aria-label={label}
            aria-autocomplete="list"
            rows={rows}
            value={value}
            placeholder={placeholder}
            // Editors are focused only where the visitor has just asked for one.
            {...(isFocused && { autoFocus: true })}
            {...(completion && { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` })}
            onChange={(event) => {
              setCursor(event.target.selectionStart);
              setChosen(0);
              setIsDismissed(false);
              onChange(event.target.value);
            }}
            onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
            onBlur={() => setIsDismissed(true)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onDrop={onDrop}
            onDragOver={() => setIsOver(project !== undefined)}
            onDragLeave={() => setIsOver(false)}
          />
          {completion && (
            <ul className="editor-completion" id={id} role="listbox" aria-label="Quick actions">
              {completion.matches.map((action, index) => (
                <li
                  key={action.name}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  // The text area keeps the focus; a click would take it away.
                  onPointerDown={(event) => {
                    event.preventDefault();
                    complete(action, completion);
                  }}
                >
                  <span className="mono">
                    /{action.name} <span className="muted">{action.argument}</span>
                  </span>
                  <span className="muted small">{action.text}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

function ModeButton({ text, isChosen, choose }: { text: string; isChosen: boolean; choose: () => void }) {
  return (
    <button type="button" className="button button-small" aria-pressed={isChosen} onClick={choose}>
      {text}
    </button>
  );
}
