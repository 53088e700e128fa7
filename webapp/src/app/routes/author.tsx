// /authors/{slug}
import { NamePage } from '../name-page';

export default function AuthorRoute() {
  return <NamePage kind="authors" />;
}
