/** Public interface of emails. */
export { presentEmail } from './email.entity';
