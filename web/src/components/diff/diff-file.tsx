/** A changed file: its name, counts and lines. Large ones are collapsed until they are opened. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '../copy-button';
import { DiffRows, type DiffAdditions } from './diff-rows';
import type { ParsedFile } from './parse-diff';
import styles from './diff.module.css';

/** Larger files are collapsed at first. */
const MAX_OPEN_ROWS = 1000;

interface DiffFileProps {
  file: ParsedFile;
  additions: DiffAdditions;
  /** Links and buttons in the header. */
  actions?: ReactNode;
  /** Whether it is one of the first, whose lines are rendered at once. */
  isFirst: boolean;
}

/** Returns the id of a file's element, for links to it. */
export function diffAnchor(path: string): string {
  return `diff-${path.replace(/[^\w.-]/g, '_')}`;
}

/** Shows a file. */
export function DiffFile({ file, additions, actions, isFirst }: DiffFileProps) {
  const { entry, rows, added, removed } = file;
  const [isOpen, setIsOpen] = useState(rows.length <= MAX_OPEN_ROWS);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const isRenamed = entry.renamed_file && entry.old_path !== entry.new_path;
  return (
    <section className={`card ${styles.diffFile}`} id={diffAnchor(entry.new_path)} aria-label={entry.new_path}>
      <div className="card-header">
        <button
          type="button"
          className="button button-plain button-icon button-small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${entry.new_path}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
        <h2 className={styles.diffFileName}>{isRenamed ? `${entry.old_path} → ${entry.new_path}` : entry.new_path}</h2>
        <CopyButton text={entry.new_path} label="Copy the path" />
        {entry.new_file && <span className="badge badge-green">new</span>}
        {entry.deleted_file && <span className="badge badge-red">deleted</span>}
        {entry.a_mode !== entry.b_mode && !entry.new_file && !entry.deleted_file && (
          <span className="badge nowrap">
            {entry.a_mode} → {entry.b_mode}
          </span>
        )}
        <span className="small nowrap">
          <span className={styles.diffAdded}>+{added}</span> <span className={styles.diffRemoved}>−{removed}</span>
        </span>
        {actions}
      </div>
      {rows.length === 0 ? (
        isOpen && <p className={styles.diffMessage}>{messageOf(file)}</p>
      ) : isOpen ? (
        <div className={styles.diffBody}>
          <DiffRows file={file} additions={additions} startsFull={isFirst} />
        </div>
      ) : (
        <CollapsedText file={file} open={() => setIsOpen(true)} />
      )}
    </section>
  );
}

function messageOf({ isBinary, entry }: ParsedFile): string {
  if (isBinary) return 'This file is binary.';
  if (/^@@ /m.test(entry.diff)) return 'Only whitespace was changed.';
  if (entry.renamed_file) return 'The file was renamed without changes.';
  if (entry.a_mode !== entry.b_mode && !entry.new_file && !entry.deleted_file) return 'Only the mode was changed.';
  if (entry.diff === '' && !entry.new_file && !entry.deleted_file) return 'The changes are too large to be shown.';
  return 'The file is empty.';
}

/** The lines of a collapsed file, which opens when the search of the browser finds one of them. */
function CollapsedText({ file: { rows }, open }: { file: ParsedFile; open: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    // React knows neither the value of the attribute nor the event.
    current?.setAttribute('hidden', 'until-found');
    current?.addEventListener('beforematch', open);
    return () => current?.removeEventListener('beforematch', open);
  }, [open]);
  return (
    <div ref={element} hidden>
      {rows.map(({ text }) => text).join('\n')}
    </div>
  );
}
