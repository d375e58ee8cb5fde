/** The changes of a commit, comparison or merge request. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { DiffEntry } from '#api/types';
import { useDiffPreferences } from '#data/preferences';
import { runWhenIdle } from '#lib/idle-queue';
import { hasScrollPosition } from '#lib/use-scroll-positions';
import { Menu } from '../menu';
import { Empty } from '../states';
import { diffAnchor, DiffFile, type Pictures, type ViewedFiles } from './diff-file';
import { DiffTree } from './diff-tree';
import { chooseDiffMode, useDiffMode } from './diff-mode';
import { DiffOptions } from './diff-options';
import { placeOfRow, type DiffPlace } from './diff-place';
import { NO_ADDITIONS, type DiffAdditions } from './diff-rows';
import { hideWhitespaceChanges } from './hide-whitespace';
import { parseFile, type ParsedFile } from './parse-diff';
import { shownFile } from './shown-files';
import styles from './diff.module.css';
import treeStyles from './diff-tree.module.css';

/** Files that are rendered at once; the others follow while the browser is idle. */
const FIRST_FILES = 8;
const NEXT_FILES = 12;

interface DiffProps {
  files: DiffEntry[];
  /** What the page adds to the lines. */
  additions?: DiffAdditions;
  /** Marks for files that the visitor has read. */
  viewed?: ViewedFiles | undefined;
  pictures?: Pictures | undefined;
  /** Links and buttons in the header of a file. */
  actionsOf?: (file: DiffEntry) => ReactNode;
  /** Whether a line stays as it is when changes of whitespace are hidden. */
  isKept?: (place: DiffPlace) => boolean;
  /** Content at the end of the toolbar. */
  toolbar?: ReactNode;
}

/** Shows changed files with a toolbar. */
export function Diff(props: DiffProps) {
  const { files, additions = NO_ADDITIONS, viewed, pictures, actionsOf, isKept, toolbar } = props;
  const { preferences } = useDiffPreferences();
  // The choice for this page comes before the preference, until the page is left.
  const [isWhitespaceShown = preferences.show_whitespace_in_diffs, setIsWhitespaceShown] = useState<boolean>();
  const parsed = useParsedFiles(files, isWhitespaceShown, isKept);
  const { hash, key } = useLocation();
  const { isTreeShown, toggleTree } = useTree();
  const anchors = useMemo(() => files.map((file) => diffAnchor(file.new_path)), [files]);
  const count = useGrowingCount(files.length, {
    // The page is long enough at once for the position that is restored.
    first: hasScrollPosition(key) ? files.length : Math.max(FIRST_FILES, anchors.indexOf(hash.slice(1)) + 1),
  });
  if (files.length === 0) return <Empty title={t`No changes`} />;
  const only = shownFile(anchors, hash, preferences.view_diffs_file_by_file);
  const [first, end] = only === undefined ? [0, count] : [only, only + 1];
  const content = (
    <div className={styles.diffFiles}>
      {parsed.slice(first, end).map((file, index) => (
        <DiffFile
          key={`${file.entry.old_path}\0${file.entry.new_path}`}
          file={file}
          isFirst={index === 0}
          additions={additions}
          actionsOf={actionsOf}
          isViewed={viewed?.paths.has(file.entry.new_path)}
          mark={viewed?.mark}
          pictures={pictures}
        />
      ))}
      {only !== undefined && anchors.length > 1 && <OtherFiles anchors={anchors} shown={only} />}
    </div>
  );
  const canHaveTree = files.length > 1;
  return (
    <div>
      <Toolbar files={parsed}>
        {viewed && (
          <span className="muted small nowrap">
            <Trans>
              {files.filter((file) => viewed.paths.has(file.new_path)).length} of {files.length} viewed
            </Trans>
          </span>
        )}
        {toolbar}
        <button
          type="button"
          className="button button-small"
          aria-pressed={!isWhitespaceShown}
          onClick={() => setIsWhitespaceShown(!isWhitespaceShown)}
        >
          <Trans>Ignore whitespace</Trans>
        </button>
        {canHaveTree && <TreeButton isShown={isTreeShown} toggle={toggleTree} />}
      </Toolbar>
      {canHaveTree && isTreeShown ? (
        <div className={treeStyles.withTree}>
          <DiffTree files={parsed} />
          {content}
        </div>
      ) : (
        content
      )}
    </div>
  );
}

function useParsedFiles(files: DiffEntry[], isWhitespaceShown: boolean, isKept: DiffProps['isKept']): ParsedFile[] {
  const parsed = useMemo(() => files.map(parseFile), [files]);
  return useMemo(
    () =>
      isWhitespaceShown
        ? parsed
        : parsed.map((file) => hideWhitespaceChanges(file, (row) => isKept?.(placeOfRow(file, row)) === true)),
    [parsed, isWhitespaceShown, isKept],
  );
}

/** A number that grows from its first value to all, in steps between which the page responds. */
function useGrowingCount(all: number, { first }: { first: number }): number {
  const [count, setCount] = useState(first);
  const shown = Math.min(all, Math.max(count, first));
  useEffect(() => {
    if (shown >= all) return undefined;
    return runWhenIdle(() => startTransition(() => setCount(shown + NEXT_FILES)), 0);
  }, [shown, all]);
  return shown;
}

/** Links to the files before and after the only one that is shown. */
function OtherFiles({ anchors, shown }: { anchors: readonly string[]; shown: number }) {
  const linkTo = (index: number, text: string) =>
    anchors[index] !== undefined && (
      <Link className="button button-small" to={`#${anchors[index]}`}>
        {text}
      </Link>
    );
  return (
    <nav className="row" aria-label={t`Files of the changes`}>
      {linkTo(shown - 1, t`Previous file`)}
      <span className="muted small grow">
        <Trans>
          File {shown + 1} of {anchors.length}
        </Trans>
      </span>
      {linkTo(shown + 1, t`Next file`)}
    </nav>
  );
}

const TREE_KEY = 'forgemesh.diff-tree';

/** Whether the tree of files is shown beside the changes: a choice of the visitor. */
function useTree() {
  const [isTreeShown, setIsTreeShown] = useState(() => localStorage.getItem(TREE_KEY) !== 'hidden');
  const toggleTree = (): void => {
    if (isTreeShown) localStorage.setItem(TREE_KEY, 'hidden');
    else localStorage.removeItem(TREE_KEY);
    setIsTreeShown(!isTreeShown);
  };
  return { isTreeShown, toggleTree };
}

function TreeButton({ isShown, toggle }: { isShown: boolean; toggle: () => void }) {
  return (
    <button
      type="button"
      className={`button button-small ${treeStyles.toggle}`}
      aria-pressed={isShown}
      onClick={toggle}
    >
      <Trans>File tree</Trans>
    </button>
  );
}

function Toolbar({ files, children }: { files: ParsedFile[]; children: ReactNode }) {
  const mode = useDiffMode();
  const [isListed, setIsListed] = useState(false);
  const sum = (name: 'added' | 'removed'): number => files.reduce((total, file) => total + file[name], 0);
  return (
    <div className={styles.diffToolbar}>
      <Menu
        label={plural(files.length, { one: '# changed file', other: '# changed files' })}
        startsLeft
        className="button button-small"
        button={<span>{plural(files.length, { one: '# changed file', other: '# changed files' })}</span>}
        onOpen={() => setIsListed(true)}
      >
        {(isListed ? files : []).map(({ entry, added, removed }) => (
          <a key={`${entry.old_path}\0${entry.new_path}`} href={`#${diffAnchor(entry.new_path)}`}>
            <span className="mono grow">{entry.new_path}</span>
            <span className="small nowrap">
              <span className={styles.diffAdded}>+{added}</span> <span className={styles.diffRemoved}>−{removed}</span>
            </span>
          </a>
        ))}
      </Menu>
      <span className="small">
        <span className={styles.diffAdded}>+{sum('added')}</span>{' '}
        <span className={styles.diffRemoved}>−{sum('removed')}</span>
      </span>
      <span className="grow" />
      {children}
      <DiffOptions />
      <div className={`button-group ${styles.diffModes}`} role="group" aria-label={t`Layout of the changes`}>
        <button
          type="button"
          className="button button-small"
          aria-pressed={mode === 'unified'}
          onClick={() => chooseDiffMode('unified')}
        >
          <Trans>Unified</Trans>
        </button>
        <button
          type="button"
          className="button button-small"
          aria-pressed={mode === 'split'}
          onClick={() => chooseDiffMode('split')}
        >
          <Trans>Side by side</Trans>
        </button>
      </div>
    </div>
  );
}
