/** The addresses from which a repository is cloned. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { Project } from '#api/types';
import { CopyButton } from '#components/copy-button';
import { Menu } from '#components/menu';
import styles from './project.module.css';

/** Shows the addresses over HTTP and, if it is enabled, over SSH. */
export function CloneMenu({ project }: { project: Project }) {
  const addresses = [
    { title: t`Clone over HTTP`, address: project.http_url_to_repo },
    { title: t`Clone over SSH`, address: project.ssh_url_to_repo },
  ].filter(({ address }) => address);
  return (
    <Menu
      label={t`Clone`}
      className="button button-primary"
      button={
        <>
          <Trans>Clone</Trans> <ChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      {addresses.map(({ title, address }) => (
        <div key={title}>
          <div className="menu-heading">{title}</div>
          <div className={styles.clone}>
            <code className={styles.cloneAddress}>{address}</code>
            <CopyButton text={address} label={t`Copy: ${title}`} />
          </div>
        </div>
      ))}
    </Menu>
  );
}
