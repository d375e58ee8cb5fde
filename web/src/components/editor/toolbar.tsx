/** Buttons of the editor that insert marks of Markdown. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Bold, Code, FileDiff, Heading, Italic, Link, List, ListOrdered, ListTodo, Quote, Table } from 'lucide-react';
import type { ComponentType } from 'react';
import { insertBlock, prefixLines, wrap, type Selected, type TextChange } from './edit-text';
import styles from './editor.module.css';

interface Tool {
  name: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  /** Key that does the same with Ctrl or Cmd. */
  key?: string;
  change: (selected: Selected) => TextChange;
}

const TABLE = '| Column | Column |\n| --- | --- |\n|  |  |';

/** The tools in their order. */
export const tools: readonly Tool[] = [
  { name: t`Heading`, Icon: Heading, change: (selected) => prefixLines(selected, '## ') },
  { name: t`Bold`, Icon: Bold, key: 'b', change: (selected) => wrap(selected, '**') },
  { name: t`Italic`, Icon: Italic, key: 'i', change: (selected) => wrap(selected, '_') },
  { name: t`Quote`, Icon: Quote, change: (selected) => prefixLines(selected, '> ') },
  { name: t`Code`, Icon: Code, key: 'e', change: insertCode },
  { name: t`Link`, Icon: Link, key: 'k', change: insertLink },
  { name: t`List`, Icon: List, change: (selected) => prefixLines(selected, '- ') },
  { name: t`Numbered list`, Icon: ListOrdered, change: (selected) => prefixLines(selected, '1. ') },
  { name: t`Task list`, Icon: ListTodo, change: (selected) => prefixLines(selected, '- [ ] ') },
  { name: t`Table`, Icon: Table, change: (selected) => insertBlock(selected, TABLE, t`Column`) },
];

/** Selects the suggested lines, which the visitor changes next. */
function insertSuggestion(selected: Selected, block: string): TextChange {
  return insertBlock(selected, block, block.split('\n').slice(1, -1).join('\n'));
}

function insertCode(selected: Selected): TextChange {
  const { text, start, end } = selected;
  const isBlock = text.slice(start, end).includes('\n');
  return isBlock ? wrap(selected, '```\n', '\n```') : wrap(selected, '`');
}

function insertLink(selected: Selected): TextChange {
  const { text, start, end } = selected;
  const shown = text.slice(start, end);
  const inserted = `[${shown}](url)`;
  const at = start + shown.length + '[]('.length;
  if (shown === '') return { from: start, to: end, inserted, start: start + 1, end: start + 1 };
  return { from: start, to: end, inserted, start: at, end: at + 'url'.length };
}

interface ToolbarProps {
  /** Changes the text. */
  apply: (tool: Pick<Tool, 'change'>) => void;
  /** A block that suggests changes of lines. */
  suggestion?: string | undefined;
}

/** The buttons. */
export function Toolbar({ apply, suggestion }: ToolbarProps) {
  return (
    <div className={styles.editorTools} role="group" aria-label={t`Formatting`}>
      {suggestion !== undefined && (
        <button
          type="button"
          className="button button-plain button-small"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => apply({ change: (selected) => insertSuggestion(selected, suggestion) })}
        >
          <FileDiff size={15} aria-hidden="true" />
          <Trans>Insert suggestion</Trans>
        </button>
      )}
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          className="button button-plain button-icon button-small"
          aria-label={tool.name}
          title={tool.key === undefined ? tool.name : t`${tool.name} (Ctrl+${tool.key.toUpperCase()})`}
          // The selection of the text stays.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => apply(tool)}
        >
          <tool.Icon size={15} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
