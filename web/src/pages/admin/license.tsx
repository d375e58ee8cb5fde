/** The license of the instance, which is set in its configuration. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { licenseKeys, getLicense } from '#data/license';
import { numberText } from '#lib/format';
import styles from './admin.module.css';

/** Shows the license. */
export function License() {
  const query = useQuery({ queryKey: licenseKeys.all, queryFn: () => getLicense() });
  return (
    <Loaded query={query}>
      {({ plan, starts_at: start, expires_at: end, expired, user_limit: limit }) => (
        <Section title={t`License`} description={t`The plan is part of the configuration of the instance.`}>
          <dl className={styles.adminFacts}>
            <dt>
              <Trans>Plan</Trans>
            </dt>
            <dd>{plan}</dd>
            <dt>
              <Trans>Valid from</Trans>
            </dt>
            <dd>{start}</dd>
            <dt>
              <Trans>Valid until</Trans>
            </dt>
            <dd>
              {end ?? t`It does not expire.`}{' '}
              {expired && (
                <span className="badge badge-red">
                  <Trans>expired</Trans>
                </span>
              )}
            </dd>
            <dt>
              <Trans>Users</Trans>
            </dt>
            <dd>{limit === 0 ? t`There is no limit.` : t`At most ${numberText(limit)}.`}</dd>
          </dl>
        </Section>
      )}
    </Loaded>
  );
}
