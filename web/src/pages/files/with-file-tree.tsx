/** A page about a file with the tree of all files beside it, which visitors can hide. */
import { t } from '@lingui/core/macro';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { FileAddress } from '#data/files';
import { FileTree } from './file-tree';
import styles from './file-tree.module.css';

const STORAGE_KEY = 'forgemesh.file-tree';
/** Narrower screens have no place for the tree. */
const wideScreen = window.matchMedia('(min-width: 1201px)');

/** Shows the page. `toolbar` is the line above the file. */
export function WithFileTree(props: { address: FileAddress; toolbar: ReactNode; children: ReactNode }) {
  const { address, toolbar, children } = props;
  const [isShown, setIsShown] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'hidden');
  const isWide = useSyncExternalStore(followScreen, () => wideScreen.matches);
  const toggle = (): void => {
    if (isShown) localStorage.setItem(STORAGE_KEY, 'hidden');
    else localStorage.removeItem(STORAGE_KEY);
    setIsShown(!isShown);
  };
  const label = isShown ? t`Hide the file tree` : t`Show the file tree`;
  const Icon = isShown ? PanelLeftClose : PanelLeftOpen;
  const content = (
    <div className="stack">
      <div className="row">
        <button
          type="button"
          className={`button button-icon ${styles.toggle}`}
          aria-label={label}
          title={label}
          aria-expanded={isShown}
          onClick={toggle}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
        <div className="grow">{toolbar}</div>
      </div>
      {children}
    </div>
  );
  if (!isShown || !isWide) return content;
  return (
    <div className={styles.withTree}>
      <div className={`card ${styles.side}`}>
        <FileTree key={address.ref} address={address} />
      </div>
      {content}
    </div>
  );
}

function followScreen(listener: () => void): () => void {
  wideScreen.addEventListener('change', listener);
  return () => wideScreen.removeEventListener('change', listener);
}
