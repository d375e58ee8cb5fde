/** The address of a feed, for feed readers. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <Menu label={t`Feed`} button={<Rss size={15} aria-hidden="true" />} className="button button-icon">
      <div className="stack-small card-body">
        <span className="menu-heading">
          <Trans>Atom feed</Trans>
        </span>
        <code>{isPublic ? address : `${address}?private_token=…`}</code>
        {isPublic ? (
          <CopyButton text={address} label={t`Copy the address`} />
        ) : (
          <p className="muted small">
            <Trans>
              The feed needs an <Link to="/-/user_settings/personal_access_tokens">access token</Link> with the scope
              read_feed.
            </Trans>
          </p>
        )}
      </div>
    </Menu>
  );
}
