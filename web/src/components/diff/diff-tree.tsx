/** The changed files as folders, beside the changes. */
import { t } from '@lingui/core/macro';
import { File, FileMinus, FilePen, FilePlus, Folder } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { DiffEntry } from '#api/types';
import { diffAnchor } from './diff-file';
import type { ParsedFile } from './parse-diff';
import { pathTree, type PathFolder } from './path-tree';
import styles from './diff-tree.module.css';

/** Shows the files; a choice scrolls to the changes. */
export function DiffTree({ files }: { files: ParsedFile[] }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const tree = useMemo(
    () =>
      pathTree(
        files.filter(({ entry }) => entry.new_path.toLowerCase().includes(wanted)),
        ({ entry }) => entry.new_path,
      ),
    [files, wanted],
  );
  return (
    <nav className={`card ${styles.tree}`} aria-label={t`Changed files`}>
      <input
        className="input"
        type="search"
        aria-label={t`Find a changed file`}
        placeholder={t`Find a changed file`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Entries folder={tree} />
    </nav>
  );
}

function Entries({ folder }: { folder: PathFolder<ParsedFile> }) {
  return (
    <ul className={styles.entries}>
      {folder.folders.map((entry) => (
        <li key={entry.name}>
          <details open>
            <summary>
              <Folder size={14} aria-hidden="true" /> <span className="truncate">{entry.name}</span>
            </summary>
            <Entries folder={entry} />
          </details>
        </li>
      ))}
      {folder.files.map(({ name, item: { entry, added, removed } }) => (
        <li key={entry.new_path}>
          <a className={styles.file} href={`#${diffAnchor(entry.new_path)}`} title={entry.new_path}>
            <ChangeIcon entry={entry} />
            <span className="truncate grow">{name}</span>
            <span className="muted small nowrap">
              +{added} −{removed}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function ChangeIcon({ entry }: { entry: DiffEntry }) {
  if (entry.new_file) return <FilePlus size={14} aria-label={t`new`} className={styles.added} />;
  if (entry.deleted_file) return <FileMinus size={14} aria-label={t`deleted`} className={styles.removed} />;
  if (entry.renamed_file) return <FilePen size={14} aria-label={t`renamed`} />;
  return <File size={14} aria-hidden="true" />;
}
