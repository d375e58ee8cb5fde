import ipaddr from 'ipaddr.js';

/** Whether an address is in a comma-separated list of addresses and CIDR ranges. */
export function isAllowed(allowed: string, address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [range, bits] = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : [ipaddr.parse(entry), undefined];
      if (range.kind() !== parsed.kind()) return false;
      return parsed.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
    });
}
