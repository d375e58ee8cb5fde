/** The code editor itself. Load it by `import()`: it is large. */
import { indentWithTab } from '@codemirror/commands';
import { HighlightStyle, indentUnit, LanguageDescription, syntaxHighlighting } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { useEffect, useRef, useState } from 'react';
import { indentOf } from './indent-of';
import styles from './code-editor.module.css';

interface CodeMirrorProps {
  /** Accessible name. */
  label: string;
  /** The text at first; later changes of it replace the text. */
  value: string;
  onChange: (text: string) => void;
  /** Its extension decides the language. */
  fileName: string;
  isFocused?: boolean;
}

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--bg-raised)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', minHeight: '420px', maxHeight: '75vh' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-subtle)', color: 'var(--text-muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--bg-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--bg-active)',
  },
  '.cm-panels, .cm-tooltip': { backgroundColor: 'var(--bg-raised)', color: 'var(--text)' },
  '.cm-searchMatch': { backgroundColor: 'var(--line-marked)' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--bg)',
    backgroundImage: 'none',
    color: 'var(--text)',
    borderColor: 'var(--border-strong)',
  },
});

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.inserted], color: 'var(--code-string)' },
  { tag: [tags.comment, tags.quote], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null, tags.link], color: 'var(--code-number)' },
  { tag: [tags.definition(tags.name), tags.heading, tags.tagName, tags.className], color: 'var(--code-title)' },
  { tag: [tags.propertyName, tags.attributeName, tags.meta], color: 'var(--code-attribute)' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

/** Shows the editor. */
export function CodeMirror({ label, value, onChange, fileName, isFocused = false }: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const current = useRef({ value, onChange });
  useEffect(() => {
    current.current = { value, onChange };
  });
  const [language] = useState(() => new Compartment());
  useEffect(() => {
    if (!host.current) return;
    // The styles of the editor are added by scripts. The content policy allows that for the style
    // sheets of a shadow root, but not for elements of the document.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const created = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          basicSetup,
          keymap.of([indentWithTab]),
          indentUnit.of(indentOf(current.current.value)),
          language.of([]),
          syntaxHighlighting(colors),
          theme,
          // With a tab index, checkers notice that the keyboard reaches what scrolls.
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) current.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = created;
    if (isFocused) created.focus();
    return () => created.destroy();
  }, [label, isFocused, language]);
  useEffect(() => {
    const shown = view.current;
    const before = shown?.state.doc.toString();
    if (shown && before !== undefined && before !== value)
      shown.dispatch({ changes: { from: 0, to: before.length, insert: value } });
  }, [value]);
  useEffect(() => {
    let isOver = false;
    const description = LanguageDescription.matchFilename(languages, fileName.slice(fileName.lastIndexOf('/') + 1));
    void description?.load().then((support) => {
      if (!isOver) view.current?.dispatch({ effects: language.reconfigure(support) });
    });
    return () => {
      isOver = true;
      view.current?.dispatch({ effects: language.reconfigure([]) });
    };
  }, [fileName, language]);
  // The attribute marks it as a field in which keys are text, for the shortcuts of the page.
  return <div ref={host} className={styles.editor} contentEditable={false} />;
}
