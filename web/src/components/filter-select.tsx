/** A choice that is a parameter of the address. */
import { useSearchParams } from 'react-router';

interface FilterSelectProps {
  label: string;
  name: string;
  /** Texts by value. */
  options: Readonly<Record<string, string>>;
  /** The value without the parameter. */
  fallback: string;
}

/** Shows the choice; a change opens the first page of the list. */
export function FilterSelect({ label, name, options, fallback }: FilterSelectProps) {
  const [params, setParams] = useSearchParams();
  const choose = (value: string): void =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      next.delete('page');
      if (value === fallback) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <select
      className="select"
      aria-label={label}
      value={params.get(name) ?? fallback}
      onChange={(event) => choose(event.target.value)}
    >
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
