// /tags/{slug}
import { NamePage } from '../name-page';

export default function TagRoute() {
  return <NamePage kind="tags" />;
}
