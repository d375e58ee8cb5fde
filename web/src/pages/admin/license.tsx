/** The license of the instance, which is set in its configuration. */
import { useQuery } from '@tanstack/react-query';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { licenseKeys, getLicense } from '#data/license';
import { numberText } from '#lib/format';

/** Shows the license. */
export function License() {
  const query = useQuery({ queryKey: licenseKeys.all, queryFn: () => getLicense() });
  return (
    <Loaded query={query}>
      {({ plan, starts_at: start, expires_at: end, expired, user_limit: limit }) => (
        <Section title="License" description="The plan is part of the configuration of the instance.">
          <dl className="admin-facts">
            <dt>Plan</dt>
            <dd>{plan}</dd>
            <dt>Valid from</dt>
            <dd>{start}</dd>
            <dt>Valid until</dt>
            <dd>
              {end ?? 'It does not expire.'} {expired && <span className="badge badge-red">expired</span>}
            </dd>
            <dt>Users</dt>
            <dd>{limit === 0 ? 'There is no limit.' : `At most ${numberText(limit)}.`}</dd>
          </dl>
        </Section>
      )}
    </Loaded>
  );
}
