/** A changed file: its name, counts and lines. Large ones are collapsed until they are opened. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '../copy-button';
import { DiffRows, MAX_PLAIN_ROWS, type DiffAdditions } from './diff-rows';
import type { ParsedFile } from './parse-diff';
import styles from './diff.module.css';

/** Larger files are collapsed at first. */
const MAX_OPEN_ROWS = 1000;
const ROW_HEIGHT = 20;
/** Lines are rendered before the file is scrolled into view. */
const PRELOAD_MARGIN = '1200px';

interface DiffFileProps {
  file: ParsedFile;
  additions: DiffAdditions;
  /** Links and buttons in the header. */
  actions?: ReactNode;
}

/** Returns the id of a file's element, for links to it. */
export function diffAnchor(path: string): string {
  return `diff-${path.replace(/[^\w.-]/g, '_')}`;
}

/** Shows a file. */
export function DiffFile({ file, additions, actions }: DiffFileProps) {
  const { entry, rows, added, removed } = file;
  const [isOpen, setIsOpen] = useState(rows.length <= MAX_OPEN_ROWS);
  const { ref, isNear } = useIsNear();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const isRenamed = entry.renamed_file && entry.old_path !== entry.new_path;
  return (
    <section
      className={`card ${styles.diffFile}`}
      id={diffAnchor(entry.new_path)}
      aria-label={entry.new_path}
      ref={ref}
    >
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
      {isOpen && (
        <div
          className={`${styles.diffBody}${rows.length > MAX_PLAIN_ROWS ? '' : ` ${styles.diffBodyPlain}`}`}
          style={{ containIntrinsicBlockSize: `auto ${rows.length * ROW_HEIGHT}px` }}
        >
          {rows.length === 0 ? (
            <p className={styles.diffMessage}>{messageOf(file)}</p>
          ) : isNear ? (
            <DiffRows file={file} additions={additions} />
          ) : (
            <div style={{ height: rows.length * ROW_HEIGHT }} />
          )}
        </div>
      )}
    </section>
  );
}

function messageOf({ isBinary, entry }: ParsedFile): string {
  if (isBinary) return 'This file is binary.';
  if (entry.renamed_file) return 'The file was renamed without changes.';
  if (entry.a_mode !== entry.b_mode && !entry.new_file && !entry.deleted_file) return 'Only the mode was changed.';
  if (entry.diff === '' && !entry.new_file && !entry.deleted_file) return 'The changes are too large to be shown.';
  return 'The file is empty.';
}

/** Whether an element was near the visible part once; it stays rendered afterwards. */
function useIsNear() {
  const ref = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Scrolling comes first.
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setIsNear(true));
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear };
}
