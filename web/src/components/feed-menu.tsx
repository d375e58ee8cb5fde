/** The address of a feed, for feed readers. */
import { Rss } from 'lucide-react';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { feedAddress, type FeedKind } from '#data/feeds';
import { CopyButton } from './copy-button';
import { Menu } from './menu';

interface FeedMenuProps {
  project: Project;
  kind: FeedKind;
}

/** Shows the address, and how a feed that is not public is read. */
export function FeedMenu({ project, kind }: FeedMenuProps) {
  const address = feedAddress(project.id, kind);
  const isPublic = project.visibility === 'public';
  return (
    <Menu label="Feed" button={<Rss size={15} aria-hidden="true" />} className="button button-icon">
      <div className="stack-small card-body">
        <span className="menu-heading">Atom feed</span>
        <code>{isPublic ? address : `${address}?private_token=…`}</code>
        {isPublic ? (
          <CopyButton text={address} label="Copy the address" />
        ) : (
          <p className="muted small">
            The feed needs an <Link to="/-/user_settings/personal_access_tokens">access token</Link> with the scope
            read_feed.
          </p>
        )}
      </div>
    </Menu>
  );
}
