/** Keyboard shortcuts, and the dialog that lists them. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { projectInAddress, projectPath, splitNamespaceAddress } from '#lib/paths';
import { JumpTo } from './jump-to';
import { moveInList } from './move-in-list';
import { everywhere, FIND_FILE_KEY, findFilePage, inProject, type Shortcut } from './shortcut-list';
import { DIALOG_ID, SEARCH_ID, showJumpTo, showShortcuts } from './show-shortcuts';
import styles from './shortcuts.module.css';

/** Handles the shortcuts of the page. */
export function Shortcuts() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const project = projectInAddress(pathname);
  useEffect(() => {
    const open =
      (address: string) =>
      (event: KeyboardEvent): void => {
        event.preventDefault();
        void navigate(address);
      };
    const own = project === undefined ? [] : inProject;
    return tinykeys(window, {
      '[Shift]+?': showShortcuts,
      '$mod+k': (event) => {
        event.preventDefault();
        showJumpTo();
      },
      j: () => moveInList(1),
      k: () => moveInList(-1),
      '/': (event) => {
        event.preventDefault();
        document.getElementById(SEARCH_ID)?.focus();
      },
      ...Object.fromEntries(everywhere.map(({ keys, to }) => [keys, open(to)])),
      ...Object.fromEntries(own.map(({ keys, to }) => [keys, open(addressOf(project ?? '', to))])),
      ...(project !== undefined && {
        [FIND_FILE_KEY]: open(addressOf(project, findFilePage(splitNamespaceAddress(pathname).page))),
      }),
    });
  }, [navigate, project, pathname]);
  return (
    <>
      <JumpTo />
      <dialog id={DIALOG_ID} className={styles.shortcuts} aria-labelledby="shortcuts-title">
        <div className="row between">
          <h2 id="shortcuts-title">
            <Trans>Keyboard shortcuts</Trans>
          </h2>
          <form method="dialog">
            <button type="submit" className="button button-plain button-icon" aria-label={t`Close`}>
              <X size={16} aria-hidden="true" />
            </button>
          </form>
        </div>
        <div className={styles.shortcutColumns}>
          <List title={t`Everywhere`} shortcuts={everywhere}>
            <Row keys="?" text={t`This list`} />
            <Row keys="/" text={t`Search`} />
            <Row keys="Ctrl k" text={t`Jump to a project, person, issue or page`} />
            <Row keys="j" text={t`Next entry of a list`} />
            <Row keys="k" text={t`Previous entry of a list`} />
          </List>
          <List title={t`In a project`} shortcuts={inProject}>
            <Row keys={FIND_FILE_KEY} text={t`Find a file`} />
            <Row keys="y" text={t`Permalink of a file`} />
          </List>
        </div>
      </dialog>
    </>
  );
}

function addressOf(project: string, page: string): string {
  return page === '' ? projectPath(project) : `${projectPath(project)}/-/${page}`;
}

interface ListProps {
  title: string;
  shortcuts: readonly Shortcut[];
  children?: ReactNode;
}

function List({ title, shortcuts, children }: ListProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {children}
        {shortcuts.map(({ keys, text }) => (
          <Row key={keys} keys={keys} text={text} />
        ))}
      </dl>
    </section>
  );
}

function Row({ keys, text }: { keys: string; text: string }) {
  return (
    <div className={`row ${styles.shortcut}`}>
      <dt>
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
