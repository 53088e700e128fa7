// zod for the dashboard's forms. It would compile schemas with eval, which the Content-Security-Policy forbids and browsers report.
import { config } from 'zod';

config({ jitless: true });

export { z } from 'zod';
