import { expect, test } from "vitest";
import { compileMentionFinder } from "./mentions.ts";

const find = compileMentionFinder({
  technicians: [
    { id: "chris", name: "Chris Novak" },
    { id: "joe", name: "Joe Brandt" },
    { id: "tom", name: "Tom Kell" },
  ],
  services: [],
  service_areas: [],
});

test.for([
  // drinks, dishes, sayings
  "A bloody chris, a cup of joe and Tom Yum for the average Joe",
  "A new Tom Deere mower, near St. Tom in San Joe",
  "I ordered the Chris Burger.",
  // places
  "I love Chris's Deli.",
  "We meant to go to Joe's Farm Grill, then to Joe's.",
  "Not as good as Joe's, and Jersey Tom's is okay. At Joe's Grill, Chris's pizza",
  "I adore Chris's place",
  // other people
  "Maestro Chris Bianco whips it up, and Tom Leinart -- really",
  "Tom Pesce (the pianist) plays there. It is by Chris Bianco. The food is good",
  "I agree with Chris, it is great. After reading Tom's review I came.",
  "Thanks to Joe and Yelp I found it. A fellow yelper Tom knew it",
  "Chris and I had a great meal. Me and Tom loved it. Then Joe and I went home.",
  "As Chris said, ditto Tom, I second Joe",
  "My friends Chris and Tom loved it. My bf Joe too",
  "I will be back. Chris",
])("%s names nobody", (text) => {
  expect(find(text)).toEqual([]);
});

test.for([
  ["Better than average. Joe came. I had a cup of it. Tom poured", ["joe", "tom"]],
  ["Chris's work was great, Joe's the best", ["chris", "joe"]],
  ["Chris's and Tom's work", ["chris", "tom"]],
  ["Our tech was Chris and I highly recommend him. We had Tom and I loved him", ["chris", "tom"]],
  ["Tom and I went over the estimate. Chris and I spoke on the phone.", ["tom", "chris"]],
  ["Tom's HVAC knowledge is great, Chris's Team too. Joe's on time", ["tom", "chris", "joe"]],
  ["I've been a client of Tom's for years. The best work is Joe's!", ["tom", "joe"]],
  ["Ask for Tom Everything was perfect. Chris ALWAYS rocks. Joe Absolutely rocks", ["tom", "chris", "joe"]],
  ["I saw Tom Saturday and loved it. Chris Fixed it. Joe Crew was great", ["tom", "chris", "joe"]],
  ["I agree with Tom that it had to go", ["tom"]],
  ["Awesome server! Tom", ["tom"]],
  ["Thank you Mr. Chris", ["chris"]],
  ["Thanks to Tom and my wife. Ask for Chris!", ["tom", "chris"]],
  ["Thanks Chris Great job. We had Tom. Tom Would come again", ["chris", "tom", "tom"]],
  ["Chris Highly recommend. THANKS TOM PERFECT WORK", ["chris", "tom"]],
  ["Chris and Tom came. We had Joe.", ["chris", "tom", "joe"]],
  ["Joe N. was here with Chris N. for us", ["chris"]],
] as const)("%s names people", ([text, expected]) => {
  expect(find(text).map(({ id }) => id)).toEqual(expected);
});

test("one whose surname is not listed may have any", () => {
  const technicians = [{ id: "andre", name: "Andre" }];
  const findFirst = compileMentionFinder({ technicians, services: [], service_areas: [] });
  expect(findFirst("Andre Johnson was great. Ask for Andre J.")).toHaveLength(2);
});
