import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { explain } from '#lib/explain';
import { pathOf } from '#lib/paths';
import type { Failure } from '#lib/run-for-each';
import type { BulkItem } from './bulk-change';
import styles from './bulk.module.css';

interface BulkFailuresProps {
  failures: readonly Failure<BulkItem>[];
  close: () => void;
}

/** Shows which items could not be changed, and why. */
export function BulkFailures({ failures, close }: BulkFailuresProps) {
  if (failures.length === 0) return null;
  return (
    <div className={`notice notice-error ${styles.bulkFailures}`} role="alert">
      <div className="grow">
        <p>{plural(failures.length, { one: '# item was not changed.', other: '# items were not changed.' })}</p>
        <ul>
          {failures.map(({ item, error }) => (
            <li key={item.id}>
              <Link to={pathOf(item.web_url)}>{item.title}</Link>: {explain(error)}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="button button-small" onClick={close}>
        <Trans>Close</Trans>
      </button>
    </div>
  );
}
