import type { LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Avatar } from '../components/avatar';

/** A link of the sidebar. */
export interface SidebarItem {
  text: string;
  to: string;
  Icon: LucideIcon;
  count?: number | undefined;
  /** Other addresses whose pages belong to this one. */
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
  const isHere = (address: string): boolean =>
    pathname === address || (address !== to && pathname.startsWith(`${address}/`));
  return (
    <nav className="sidebar" aria-label={name}>
      <Link to={to} className="sidebar-title">
        <Avatar name={name} url={avatarUrl} size={24} isSquare />
        <span className="truncate">{name}</span>
      </Link>
      <ul>
        {items.map(({ text, to: address, Icon, count, alsoFor = [] }) => (
          <li key={address}>
            <Link to={address} aria-current={[address, ...alsoFor].some(isHere) ? 'page' : undefined}>
              <Icon size={16} aria-hidden="true" />
              {text}
              {count !== undefined && count > 0 && <span className="sidebar-count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
