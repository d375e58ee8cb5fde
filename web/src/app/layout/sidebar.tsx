import type { LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Avatar } from '#components/avatar';
import { useShownTab } from '#lib/use-shown-tab';
import styles from './shell.module.css';

/** A link of the sidebar. */
export interface SidebarItem {
  text: string;
  to: string;
  Icon: LucideIcon;
  count?: number | undefined;
  /** Whether pages below the address do not belong to this one. */
  isExact?: boolean;
  /** Other addresses whose pages belong to this one; with a slash at the end only those below. */
  alsoFor?: string[];
}

interface SidebarProps {
  name: string;
  avatarUrl: string | null;
  to: string;
  items: SidebarItem[];
}

/** The pages of a project or group. */
export function Sidebar({ name, avatarUrl, to, items }: SidebarProps) {
  const { pathname } = useLocation();
  const isBelow = (address: string): boolean => pathname.startsWith(address.endsWith('/') ? address : `${address}/`);
  const isCurrent = ({ to: address, isExact = address === to, alsoFor = [] }: SidebarItem): boolean =>
    pathname === address || (!isExact && isBelow(address)) || alsoFor.some((one) => pathname === one || isBelow(one));
  const shown = useShownTab(pathname);
  return (
    <nav ref={shown} className={styles.sidebar} aria-label={name}>
      <Link to={to} className={styles.sidebarTitle}>
        <Avatar name={name} url={avatarUrl} size={24} isSquare />
        <span className="truncate">{name}</span>
      </Link>
      <ul>
        {items.map((item) => {
          const { text, to: address, Icon, count } = item;
          return (
            <li key={address}>
              <Link to={address} aria-current={isCurrent(item) ? 'page' : undefined}>
                <Icon size={16} aria-hidden="true" />
                {text}
                {count !== undefined && count > 0 && <span className={styles.sidebarCount}>{count}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
