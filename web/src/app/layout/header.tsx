/** The header: logo, search, menus of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  CircleUser,
  Languages as LanguagesIcon,
  ListTodo,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Plus,
  Search,
  Sun,
} from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Avatar } from '#components/avatar';
import { Menu } from '#components/menu';
import { signInPath } from '#components/states';
import { useCurrentUser } from '#data/current-user';
import { deleteCurrentUserSignIns } from '#data/sign-ins';
import { todoKeys, listTodos } from '#data/todos';
import { showError } from '#lib/messages';
import { projectInAddress } from '#lib/paths';
import { chooseTheme, themes, type Theme } from '#lib/theme';
import { useTheme } from '#lib/use-theme';
import { forgetRecentPages } from '#data/recent-pages';
import { discardDrafts } from '#data/use-draft';
import { chooseLanguage, language } from '#language/chosen-language';
import { languageNames, languages } from '#language/languages';
import { signOut } from '#session/session';
import { useIsSignedIn } from '#session/use-session';
import { creationLinks, userLinks } from './header-links';
import logo from './logo.svg?inline';
import { SEARCH_ID, showJumpTo, showShortcuts } from './show-shortcuts';
import styles from './shell.module.css';

const MAX_COUNT = 99;

/** Shows the header. */
export function Header() {
  const isSignedIn = useIsSignedIn();
  const { pathname, search } = useLocation();
  return (
    <header className={styles.shellHeader}>
      <Link to="/" className={styles.brand} aria-label={t`Forgemesh, start page`}>
        <img src={logo} alt="" />
        <span>
          <Trans>Forgemesh</Trans>
        </span>
      </Link>
      <Link to="/explore" className="button button-plain wide-only">
        <Trans>Explore</Trans>
      </Link>
      <SearchBox />
      <div className={styles.headerActions}>
        <ThemeMenu />
        {!isSignedIn && <LanguageMenu />}
        {isSignedIn ? (
          <>
            <CreateMenu />
            <Todos />
            <UserMenu />
          </>
        ) : (
          <>
            <VisitorMenu />
            <Link
              className="button button-primary"
              to={pathname === '/users/sign_in' ? `${pathname}${search}` : signInPath(`${pathname}${search}`)}
            >
              <Trans>Sign in</Trans>
            </Link>
          </>
        )}
      </div>
    </header>
  );
}

function SearchBox() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [text, setText] = useState('');
  const project = projectInAddress(pathname);
  const label = project === undefined ? t`Search` : t`Search this project`;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    const params = new URLSearchParams({ search: text.trim(), ...(project !== undefined && { project }) });
    void navigate(`/search?${params.toString()}`);
  };
  return (
    <form role="search" aria-label={label} className={styles.headerSearch} onSubmit={submit}>
      <Search size={15} aria-hidden="true" />
      <input
        className="input"
        id={SEARCH_ID}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon };
const themeTexts: Record<Theme, string> = { system: t`Same as the system`, light: t`Light`, dark: t`Dark` };

function ThemeMenu() {
  const theme = useTheme();
  const Icon = themeIcons[theme];
  return (
    <Menu
      label={t`Theme`}
      className="button button-plain button-icon wide-only"
      button={<Icon size={17} aria-hidden="true" />}
    >
      <ThemeChoices />
    </Menu>
  );
}

function ThemeChoices() {
  const theme = useTheme();
  return themes.map((name) => {
    const Shown = themeIcons[name];
    return (
      <button key={name} type="button" aria-pressed={name === theme} onClick={() => chooseTheme(name)}>
        <Shown size={15} aria-hidden="true" />
        {themeTexts[name]}
      </button>
    );
  });
}

/** The language of visitors; users have it in their settings. */
function LanguageMenu() {
  return (
    <Menu
      label={t`Language`}
      className="button button-plain button-icon wide-only"
      button={<LanguagesIcon size={17} aria-hidden="true" />}
    >
      <LanguageChoices />
    </Menu>
  );
}

function LanguageChoices() {
  return languages.map((name) => (
    <button key={name} type="button" lang={name} aria-pressed={name === language} onClick={() => chooseLanguage(name)}>
      {languageNames[name]}
    </button>
  ));
}

/** What a narrow header has no place for. */
function NarrowChoices() {
  const isSignedIn = useIsSignedIn();
  return (
    <div className="narrow-only">
      <Link to="/explore">
        <Trans>Explore</Trans>
      </Link>
      <button type="button" onClick={showJumpTo}>
        <Trans>Jump to …</Trans>
      </button>
      <hr />
      <ThemeChoices />
      <hr />
      {!isSignedIn && (
        <>
          <LanguageChoices />
          <hr />
        </>
      )}
    </div>
  );
}

function VisitorMenu() {
  return (
    <Menu
      label={t`Menu`}
      className="button button-plain button-icon narrow-only"
      button={<MenuIcon size={18} aria-hidden="true" />}
    >
      <NarrowChoices />
    </Menu>
  );
}

function CreateMenu() {
  return (
    <Menu label={t`New`} className="button button-plain button-icon" button={<Plus size={18} aria-hidden="true" />}>
      {creationLinks.map(({ to, text }) => (
        <Link key={to} to={to}>
          {text}
        </Link>
      ))}
    </Menu>
  );
}

function Todos() {
  const { data } = useQuery({
    queryKey: todoKeys.count,
    queryFn: () => listTodos({ state: 'pending', per_page: 1 }),
    refetchInterval: 60_000,
  });
  const count = data?.total ?? 0;
  return (
    <Link
      to="/dashboard/todos"
      className="button button-plain button-icon"
      aria-label={t`To-do list: ${count} pending`}
    >
      <ListTodo size={18} aria-hidden="true" />
      {count > 0 && <span className={styles.headerCount}>{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>}
    </Link>
  );
}

function UserMenu() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const leave = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
      discardDrafts();
      forgetRecentPages();
      void navigate('/');
    } catch (error) {
      showError(error);
    }
  };
  const leaveEverywhere = async (): Promise<void> => {
    await deleteCurrentUserSignIns();
    await signOut();
  };
  return (
    <Menu
      label={t`Your account`}
      className="button button-plain button-icon"
      button={
        user ? <Avatar name={user.name} url={user.avatar_url} size={24} /> : <CircleUser size={20} aria-hidden="true" />
      }
    >
      {user && (
        <Link to={`/${user.username}`}>
          <span className="stack-small grow">
            <strong className="truncate">{user.name}</strong>
            <span className="muted small truncate">@{user.username}</span>
          </span>
        </Link>
      )}
      <NarrowChoices />
      {userLinks.map(({ to, text }) => (
        <Link key={to} to={to}>
          {text}
        </Link>
      ))}
      <button type="button" onClick={showShortcuts}>
        <Trans>Keyboard shortcuts</Trans>
      </button>
      <a href="/-/docs">
        <Trans>API reference</Trans>
      </a>
      {user?.is_admin && (
        <Link to="/admin">
          <Trans>Administration</Trans>
        </Link>
      )}
      <hr />
      <button type="button" onClick={() => void leave(signOut)}>
        <Trans>Sign out</Trans>
      </button>
      <button type="button" onClick={() => void leave(leaveEverywhere)}>
        <Trans>Sign out on all devices</Trans>
      </button>
    </Menu>
  );
}
