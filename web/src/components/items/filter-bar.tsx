/** Filters of lists of issues and merge requests, in the address. */
import { useState, type ReactNode } from 'react';
import type { Filters } from '#lib/use-filters';
import { LabelChip } from '../label-chip';
import styles from './items.module.css';

/** Filters that the bar shows and clears. */
export const filterNames = [
  'search',
  'labels',
  'milestone',
  'assignee',
  'author',
  'confidential',
  'draft',
  'target_branch',
] as const;

interface FilterBarProps {
  filters: Filters;
  labels?: readonly { name: string; color: string }[] | undefined;
  milestones?: readonly { title: string }[] | undefined;
  people?: readonly { username: string; name: string }[] | undefined;
  /** Orders: value and text. */
  orders: readonly (readonly [string, string])[];
  isForRequests?: boolean;
}

/** Shows the filters. */
export function FilterBar({ filters, labels, milestones, people, orders, isForRequests = false }: FilterBarProps) {
  const chosen = filters.all('labels');
  // On a narrow screen only.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <form
      className={`${styles.itemFilters}${isOpen ? ` ${styles.itemFiltersOpen}` : ''}`}
      role="search"
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchInput key={filters.get('search') ?? ''} filters={filters} />
      <button
        type="button"
        className={`button ${styles.itemFiltersToggle}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Fewer filters' : 'More filters'}
      </button>
      <select
        className="select"
        aria-label="Add a label"
        value=""
        onChange={(event) => filters.set('labels', [...chosen, event.target.value])}
      >
        <option value="">Label</option>
        <option value="None">No label</option>
        <option value="Any">Any label</option>
        {labels
          ?.filter(({ name }) => !chosen.includes(name))
          .map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </select>
      <Choice filters={filters} name="milestone" text="Milestone">
        <option value="None">No milestone</option>
        <option value="Any">Any milestone</option>
        {milestones?.map(({ title }) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </Choice>
      <Choice filters={filters} name="assignee" text="Assignee">
        <option value="None">Nobody</option>
        <option value="Any">Anybody</option>
        <People people={people} present={filters.get('assignee')} />
      </Choice>
      <Choice filters={filters} name="author" text="Author">
        <People people={people} present={filters.get('author')} />
      </Choice>
      {isForRequests ? (
        <Choice filters={filters} name="draft" text="Draft or not">
          <option value="yes">Drafts only</option>
          <option value="no">No drafts</option>
        </Choice>
      ) : (
        <Choice filters={filters} name="confidential" text="Visibility">
          <option value="true">Confidential only</option>
          <option value="false">Not confidential</option>
        </Choice>
      )}
      <select
        className="select"
        aria-label="Order"
        value={filters.get('order') ?? ''}
        onChange={(event) => filters.set('order', event.target.value)}
      >
        {orders.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <select
        className="select"
        aria-label="Direction"
        value={filters.get('sort') ?? ''}
        onChange={(event) => filters.set('sort', event.target.value)}
      >
        <option value="">Descending</option>
        <option value="asc">Ascending</option>
      </select>
      {!filters.isEmpty && (
        <div className="row row-wrap">
          {chosen.map((name) => (
            <button
              key={name}
              type="button"
              className="button button-plain button-small"
              aria-label={`Remove the label ${name} from the filters`}
              onClick={() =>
                filters.set(
                  'labels',
                  chosen.filter((entry) => entry !== name),
                )
              }
            >
              <LabelChip name={name} color={labels?.find((label) => label.name === name)?.color ?? 'currentColor'} />×
            </button>
          ))}
          <button type="button" className="button button-small" onClick={filters.clear}>
            Clear filters
          </button>
        </div>
      )}
    </form>
  );
}

function SearchInput({ filters }: { filters: Filters }) {
  const [text, setText] = useState(filters.get('search') ?? '');
  const apply = (): void => {
    if (text.trim() !== (filters.get('search') ?? '')) filters.set('search', text.trim());
  };
  return (
    <input
      className="input"
      type="search"
      aria-label="Search title and description"
      placeholder="Search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

interface ChoiceProps {
  filters: Filters;
  name: string;
  text: string;
  children: ReactNode;
}

function Choice({ filters, name, text, children }: ChoiceProps) {
  return (
    <select
      className="select"
      aria-label={text}
      value={filters.get(name) ?? ''}
      onChange={(event) => filters.set(name, event.target.value)}
    >
      <option value="">{text}</option>
      {children}
    </select>
  );
}

function People({ people, present }: { people: FilterBarProps['people']; present: string | undefined }) {
  const isListed =
    present === undefined || /^(None|Any)$/.test(present) || people?.some((user) => user.username === present);
  return (
    <>
      {!isListed && <option value={present}>@{present}</option>}
      {people?.map(({ username, name }) => (
        <option key={username} value={username}>
          {name} (@{username})
        </option>
      ))}
    </>
  );
}
