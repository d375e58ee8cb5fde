import { Trans } from '@lingui/react/macro';
import { Tag } from 'lucide-react';
import { Link } from 'react-router';
import { pathOf } from '#lib/paths';
import { LabelChip } from '../label-chip';
import { RelativeTime } from '../relative-time';
import type { LabelChange } from './activity';
import styles from './discussion.module.css';

/** Shows which labels somebody added and removed. */
export function LabelNote({ change }: { change: LabelChange }) {
  const { user, created_at: time, added, removed } = change;
  return (
    <div className={styles.systemNote}>
      <Tag size={14} aria-hidden="true" />
      {user && (
        <Link className="plain-link" to={pathOf(user.web_url)}>
          <strong>{user.name}</strong>
        </Link>
      )}
      {added.length > 0 && (
        <span>
          <Trans>added</Trans>
        </span>
      )}
      <Chips labels={added} />
      {added.length > 0 && removed.length > 0 && (
        <span>
          <Trans>and</Trans>
        </span>
      )}
      {removed.length > 0 && (
        <span>
          <Trans>removed</Trans>
        </span>
      )}
      <Chips labels={removed} />
      <span className="muted small">
        <RelativeTime time={time} />
      </span>
    </div>
  );
}

function Chips({ labels }: { labels: LabelChange['added'] }) {
  return (
    <>
      {labels.map(({ id, name, color, description }) => (
        <LabelChip key={id} name={name} color={color} description={description} />
      ))}
    </>
  );
}
