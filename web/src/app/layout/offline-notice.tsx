import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useIsOnline } from '#lib/connection';
import styles from './shell.module.css';

/** Says that there is no connection, as long as there is none. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>
          <WifiOff size={15} aria-hidden="true" />
          <Trans>You are offline. What you see may be old; the page goes on when the connection is back.</Trans>
        </p>
      )}
    </div>
  );
}
