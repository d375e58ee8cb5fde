/** The dialog "Jump to": finds projects, groups, people, issues and pages while one types. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleDot, FileText, Folder, GitPullRequest, UserRound, Users, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Issue } from '#api/types';
import { useCurrentUser } from '#data/current-user';
import { groupKeys, listGroups } from '#data/groups';
import { projectKeys, listProjects } from '#data/projects';
import { recentPages } from '#data/recent-pages';
import { searchKeys, searchEverywhere } from '#data/search';
import { userKeys, findUsers } from '#data/users';
import { groupPath, pathOf, projectInAddress, projectPath } from '#lib/paths';
import { useSettled } from '#lib/use-settled';
import { useIsSignedIn } from '#session/use-session';
import { matching, pagesFor, type JumpTarget } from './jump-targets';
import { JUMP_EVENT } from './show-shortcuts';
import styles from './jump-to.module.css';

const SHOWN = 5;
/** Shorter texts would find too much. */
const MIN_ISSUE_TEXT = 3;

const icons: Record<JumpTarget['kind'], LucideIcon> = {
  Page: FileText,
  Project: Folder,
  Group: Users,
  Person: UserRound,
  Issue: CircleDot,
  'Merge request': GitPullRequest,
};

/** The dialog; it is empty while it is closed. */
export function JumpTo() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    const open = (): void => setIsOpen(true);
    window.addEventListener(JUMP_EVENT, open);
    return () => window.removeEventListener(JUMP_EVENT, open);
  }, []);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  const choose = (target: JumpTarget): void => {
    dialog.current?.close();
    void navigate(target.to);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.jumpTo}
      aria-label={t`Jump to`}
      onClose={() => setIsOpen(false)}
      closedby="any"
    >
      {isOpen && <Finder onChoose={choose} />}
    </dialog>
  );
}

function Finder({ onChoose }: { onChoose: (target: JumpTarget) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const targets = useTargets(text.trim());
  const current = Math.min(at, targets.length - 1);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const press = (event: KeyboardEvent): void => {
    const target = targets[current];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setAt((current + step + targets.length) % targets.length);
    } else if (event.key === 'Enter' && target) {
      event.preventDefault();
      onChoose(target);
    }
  };
  return (
    <>
      <input
        ref={input}
        className={styles.jumpInput}
        type="text"
        role="combobox"
        aria-label={t`Jump to`}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={targets.length > 0 ? `${id}-${current}` : undefined}
        placeholder={t`Jump to a project, person, issue or page`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t`Where to jump`} className={styles.jumpList}>
        {targets.map((target, index) => {
          const Icon = icons[target.kind];
          return (
            // The keys are those of the field, which keeps the focus.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={target.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className={styles.jumpTarget}
              onClick={() => onChoose(target)}
            >
              <Icon size={15} aria-hidden="true" />
              <span className="truncate">{target.text}</span>
              {target.detail !== undefined && <span className="muted small truncate">{target.detail}</span>}
              <span className={`muted small ${styles.jumpKind}`}>{target.kind}</span>
            </li>
          );
        })}
      </ul>
      {targets.length === 0 && (
        <p className="empty">
          <Trans>Nothing was found.</Trans>
        </p>
      )}
    </>
  );
}

function useTargets(text: string): JumpTarget[] {
  const isSignedIn = useIsSignedIn();
  const user = useCurrentUser();
  const project = projectInAddress(useLocation().pathname);
  const search = useSettled(text);
  const pages = matching(pagesFor({ isSignedIn, isAdmin: user?.is_admin === true, project }), text);
  const projects = useQuery({
    queryKey: projectKeys.found(search),
    queryFn: () => {
      const query = { order_by: 'last_activity_at', simple: true, per_page: SHOWN } as const;
      return listProjects(search === '' ? { ...query, membership: isSignedIn } : { ...query, search });
    },
    placeholderData: keepPreviousData,
  });
  const groups = useQuery({
    queryKey: groupKeys.found(search),
    queryFn: () => listGroups({ search, all_available: true, per_page: SHOWN }),
    enabled: search !== '',
  });
  const users = useQuery({
    queryKey: userKeys.named({ search, per_page: SHOWN }),
    queryFn: () => findUsers({ search, active: true, per_page: SHOWN }),
    enabled: search !== '' && isSignedIn,
  });
  const issues = useQuery({
    queryKey: searchKeys.everywhere('issues', search, 1),
    queryFn: () => searchEverywhere({ scope: 'issues', search, per_page: SHOWN }),
    enabled: search.length >= MIN_ISSUE_TEXT,
  });
  const hasText = text !== '';
  const recent = hasText ? [] : recentPages();
  const isRecent = (to: string): boolean => recent.some((page) => page.to === to);
  return [
    ...recent.map((page): JumpTarget => ({ key: `recent ${page.to}`, ...page })),
    ...(projects.data?.items ?? [])
      .map(({ id, name, path_with_namespace: path }): JumpTarget => ({
        key: `project ${id}`,
        kind: 'Project',
        text: name,
        detail: path,
        to: projectPath(path),
      }))
      .filter(({ to }) => !isRecent(to)),
    ...pages.slice(0, hasText ? SHOWN * 2 : SHOWN),
    ...(hasText ? (groups.data?.items ?? []) : []).map(({ id, name, full_path: path }): JumpTarget => ({
      key: `group ${id}`,
      kind: 'Group',
      text: name,
      detail: path,
      to: groupPath(path),
    })),
    ...(hasText ? (users.data ?? []) : []).map(({ id, name, username }): JumpTarget => ({
      key: `user ${id}`,
      kind: 'Person',
      text: name,
      detail: `@${username}`,
      to: `/${username}`,
    })),
    ...(hasText ? ((issues.data?.items ?? []) as Issue[]) : []).map(
      ({ id, title, references, web_url: url }): JumpTarget => ({
        key: `issue ${id}`,
        kind: 'Issue',
        text: title,
        to: pathOf(url),
        ...(references && { detail: references.full }),
      }),
    ),
  ];
}
