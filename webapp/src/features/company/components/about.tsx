// Who Candor is.
import { Link } from 'react-router-dom';

export function About() {
  return (
    <>
      <h2>Our mission</h2>
      <p>
        To tell people the truth about technology before they pay for it. A review here ends with a number and a verdict, and everything above them is there
        to show how we arrived at both.
      </p>
      <h2>What we value</h2>
      <ul>
        <li>
          <strong>Honesty.</strong> A bad product gets a bad score, whoever made it and whatever its links could earn.
        </li>
        <li>
          <strong>Evidence.</strong> We measure what can be measured and live with the rest for weeks rather than hours.
        </li>
        <li>
          <strong>Memory.</strong> Each change to a review is kept on record. Its page says what was corrected and what it said before, and all{' '}
          <Link to="/corrections" className="text-link">
            corrections
          </Link>{' '}
          are in one place.
        </li>
        <li>
          <strong>Plain language.</strong> If a sentence needs a glossary, we write another sentence.
        </li>
      </ul>
      <h2>How we score</h2>
      <p>
        From 1 to 5, in steps of a tenth. A 3 is a product that does its job; 4 and above is one that we would recommend to a friend; below 2.5 is one that
        we would talk them out of. The ring beside the number is filled to the score.
      </p>
      <h2>How we earn</h2>
      <p>
        Some links to shops earn us a commission. They are marked as such. They are added only after the verdict is final, and they never cost you more.
      </p>
    </>
  );
}
