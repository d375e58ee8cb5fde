/** Issues or merge requests as a list, for pages that show those of several projects. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MessageSquare } from 'lucide-react';
import { Link } from 'react-router';
import type { Issue, MergeRequest } from '#api/types';
import { labelDetails, labelNames } from '#data/item-labels';
import { pathOf } from '#lib/paths';
import { Labels } from './items/labels';
import { RelativeTime } from './relative-time';
import { StateBadge } from './state-badge';

interface ItemListProps {
  items: (Issue | MergeRequest)[];
  isMergeRequest?: boolean;
}

/** Shows the items. */
export function ItemList({ items, isMergeRequest = false }: ItemListProps) {
  return (
    <ul className="list">
      {items.map((item) => (
        <li key={item.id}>
          <div className="grow">
            <div className="row row-wrap">
              <Link className="plain-link" to={pathOf(item.web_url)}>
                <strong>{item.title}</strong>
              </Link>
              <Labels names={labelNames(item.labels)} labels={labelDetails(item.labels)} />
            </div>
            <div className="muted small">
              <Trans>
                {item.references?.full} · {item.author?.name} · updated <RelativeTime time={item.updated_at} />
              </Trans>
            </div>
          </div>
          {item.user_notes_count > 0 && (
            <span className="row muted small" title={t`Comments`}>
              <MessageSquare size={14} aria-label={t`Comments`} /> {item.user_notes_count}
            </span>
          )}
          <StateBadge kind={isMergeRequest ? 'merge_request' : 'issue'} state={item.state} />
        </li>
      ))}
    </ul>
  );
}
