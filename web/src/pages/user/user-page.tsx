/** The page of a user: profile, activity, projects. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Building2, Calendar, Link as LinkIcon, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#api/types';
import { Avatar } from '#components/avatar';
import { EventList } from '#components/event-list';
import { Main } from '#components/page/main';
import { ProjectList } from '#components/project-list';
import { Loaded } from '#components/states';
import { eventKeys, listUserEvents } from '#data/events';
import { projectKeys, listUserProjects, useProjectPaths } from '#data/projects';
import { userKeys, getUser, getUserStatus } from '#data/users';
import { dateText } from '#lib/format';
import { stateText } from '#lib/state-text';
import { useTitle } from '#lib/use-title';
import { ContributionCalendar } from './contribution-calendar';
import styles from './user.module.css';

/** Shows a user. */
export function UserPage({ user: found }: { user: User }) {
  useTitle(found.name, `@${found.username}`);
  const { data: user = found } = useQuery({
    queryKey: userKeys.one(found.id),
    queryFn: () => getUser(found.id),
  });
  const { data: status } = useQuery({
    queryKey: userKeys.status(found.id),
    queryFn: () => getUserStatus(found.id),
  });
  const events = useQuery({
    queryKey: eventKeys.ofUser(found.id),
    queryFn: () => listUserEvents(found.id, { per_page: 20 }),
  });
  const projects = useQuery({
    queryKey: projectKeys.ofUser(found.id),
    queryFn: () => listUserProjects(found.id, { order_by: 'last_activity_at' }),
  });
  const paths = useProjectPaths(events.data?.map(({ project_id: id }) => id) ?? []);
  return (
    <Main>
      <div className={styles.userColumns}>
        <aside className="stack" aria-label={t`Profile`}>
          <Avatar name={user.name} url={user.avatar_url} size={96} />
          <div>
            <h1>{user.name}</h1>
            <span className="muted">@{user.username}</span>
            {user.state !== 'active' && <span className="badge badge-red">{stateText(user.state)}</span>}
          </div>
          {status?.message && <div className="notice">{status.message}</div>}
          {user.bio && <p>{user.bio}</p>}
          <ul className="stack-small">
            <Fact Icon={Building2}>{user.organization}</Fact>
            <Fact Icon={MapPin}>{user.location}</Fact>
            <Fact Icon={Mail}>{user.public_email}</Fact>
            <Fact Icon={LinkIcon}>
              {user.website_url && /^https?:\/\//i.test(user.website_url) && (
                <a href={user.website_url} rel="nofollow noreferrer noopener">
                  {user.website_url}
                </a>
              )}
            </Fact>
            <Fact Icon={Calendar}>{user.created_at && t`Member since ${dateText(user.created_at)}`}</Fact>
          </ul>
        </aside>
        <div className="stack">
          <ContributionCalendar userId={found.id} />
          <section className="stack-small">
            <h2>
              <Trans>Projects</Trans>
            </h2>
            <Loaded query={projects}>{({ items }) => <ProjectList projects={items} />}</Loaded>
          </section>
          <section className="stack-small">
            <h2>
              <Trans>Activity</Trans>
            </h2>
            <div className="card">
              <Loaded query={events}>{(items) => <EventList events={items} projects={paths} />}</Loaded>
            </div>
          </section>
        </div>
      </div>
    </Main>
  );
}

function Fact({ Icon, children }: { Icon: typeof Mail; children: ReactNode }) {
  if (!children) return null;
  return (
    <li className="row muted">
      <Icon size={15} aria-hidden="true" />
      <span className="truncate">{children}</span>
    </li>
  );
}
