/** The folders of the repository beside a file. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { TreeEntry } from '#api/types';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { EntryIcon, useTree } from './tree-table';
import styles from './file-tree.module.css';

/** Shows the root folder; the folders of the address are open. */
export function FileTree({ address }: { address: FileAddress }) {
  return (
    <nav className={styles.tree} aria-label={t`Files of the repository`}>
      <Folder address={address} path="" />
    </nav>
  );
}

interface FolderProps {
  /** The file that is shown. */
  address: FileAddress;
  /** Path of the folder. */
  path: string;
}

function Folder({ address, path }: FolderProps) {
  const query = useTree({ ref: address.ref, path });
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <ul className={styles.entries}>
      {entries.map((entry) =>
        entry.type === 'tree' ? (
          <Subfolder key={entry.path} entry={entry} address={address} />
        ) : (
          <FileEntry key={entry.path} entry={entry} address={address} />
        ),
      )}
      {query.isPending && (
        <li className="muted small">
          <Trans>Loading …</Trans>
        </li>
      )}
      {query.hasNextPage && (
        <li>
          <button type="button" className="button button-small" onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </button>
        </li>
      )}
    </ul>
  );
}

interface EntryProps {
  entry: TreeEntry;
  address: FileAddress;
}

function Subfolder({ entry, address }: EntryProps) {
  const isInside = address.path.startsWith(`${entry.path}/`);
  const [wasInside, setWasInside] = useState(isInside);
  const [isOpen, setIsOpen] = useState(isInside);
  // Another page may lead to a file in a closed folder.
  if (isInside !== wasInside) {
    setWasInside(isInside);
    if (isInside) setIsOpen(true);
  }
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button type="button" className={styles.folder} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon size={14} aria-hidden="true" />
        <EntryIcon entry={entry} />
        <span className="truncate">{entry.name}</span>
      </button>
      {isOpen && <Folder address={address} path={entry.path} />}
    </li>
  );
}

function FileEntry({ entry, address }: EntryProps) {
  const { path_with_namespace: project } = useProject();
  const link = useRef<HTMLAnchorElement>(null);
  const isCurrent = entry.path === address.path;
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  if (entry.type === 'commit')
    return (
      <li className={styles.file} title={t`Submodule`}>
        <EntryIcon entry={entry} />
        <span className="truncate">{entry.name}</span>
      </li>
    );
  return (
    <li>
      <Link
        ref={link}
        className={styles.file}
        title={entry.path}
        aria-current={isCurrent ? 'page' : undefined}
        to={projectPath(project, 'blob', address.ref, entry.path)}
      >
        <EntryIcon entry={entry} />
        <span className="truncate">{entry.name}</span>
      </Link>
    </li>
  );
}
