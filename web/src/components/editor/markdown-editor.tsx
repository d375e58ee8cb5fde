/**
 * A text in Markdown. The editor is loaded once it is near the visible part of the page or has the
 * focus; until then there is a plain text area in its place.
 */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { loadWhenOnline } from '#lib/connection';
import type { MarkdownEditorProps, Selection } from './editor-props';
import type { FullEditor } from './full-editor';
import styles from './editor.module.css';

/** The editor, once it has been loaded. */
let loaded: typeof FullEditor | undefined;

/** While a page loads, what is below moves out of its visible part. */
const STAY_MS = 400;

interface Shown {
  Editor: typeof FullEditor;
  /** What was selected in the plain text area, if it had the focus. */
  selection: Selection | undefined;
}

/** Shows the editor. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const [shown, setShown] = useState<Shown | undefined>(loaded && { Editor: loaded, selection: undefined });
  const [isNeeded, setIsNeeded] = useState(props.isFocused === true);
  useEffect(() => {
    const { current } = area;
    if (!current || isNeeded) return undefined;
    let timer: number | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        window.clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = window.setTimeout(() => setIsNeeded(true), STAY_MS);
      },
      { rootMargin: '100px' },
    );
    observer.observe(current);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNeeded]);
  useEffect(() => {
    if (!isNeeded || shown) return undefined;
    let isCurrent = true;
    const show = (Editor: typeof FullEditor): void => {
      if (!isCurrent) return;
      // An input method loses its text with the element.
      if (isComposing.current) area.current?.addEventListener('compositionend', () => show(Editor), { once: true });
      else setShown({ Editor, selection: selectionIn(area.current) });
    };
    loadWhenOnline(() => import('./full-editor'))
      .then(({ FullEditor: Editor }) => {
        loaded = Editor;
        show(Editor);
      })
      // The plain text area stays; the next focus tries again.
      .catch(() => setIsNeeded(false));
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, shown]);
  if (shown) return <shown.Editor {...props} selection={shown.selection} />;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') props.onEscape?.();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    props.onSubmit?.();
  };
  return (
    <div className={styles.editor}>
      <div className={styles.editorArea}>
        <textarea
          ref={area}
          className="textarea"
          aria-label={props.label}
          rows={props.rows ?? 5}
          value={props.value}
          placeholder={props.placeholder}
          required={props.isRequired}
          // Editors are focused only where the visitor has just asked for one.
          {...(props.isFocused === true && { autoFocus: true })}
          onChange={(event) => props.onChange(event.target.value)}
          onFocus={() => setIsNeeded(true)}
          onKeyDown={onKeyDown}
          onCompositionStart={() => (isComposing.current = true)}
          onCompositionEnd={() => (isComposing.current = false)}
        />
      </div>
      <div className={styles.editorTabs} />
    </div>
  );
}

function selectionIn(area: HTMLTextAreaElement | null): Selection | undefined {
  if (!area || document.activeElement !== area) return undefined;
  return { start: area.selectionStart, end: area.selectionEnd };
}
