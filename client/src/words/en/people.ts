/** What the people say whom bots are: of what everybody saw, never of hands or plans. */
import type { People } from '../entries';

export const people: People = {
  tilly: {
    lines: {
      begin: ['Ooh, is that the map? I love the map.'],
      gain: ['Wait, I got that? I got that!', 'Is it always this easy?'],
      loss: ['Oh! Was that bad?', 'Pretty card, though.'],
      close: ['My heart is going like a drum.'],
      won: ['I won! What did I do?'],
      lost: ['That was fun. Again?'],
    },
  },
  otis: {
    lines: {
      begin: ['Somebody said there would be sandwiches.'],
      gain: ['Well, look at that!', 'I meant to do that. Mostly.'],
      loss: ['Easy come, easy go.', 'I was hungry for that one.'],
      close: ['That was close enough to taste.'],
      won: ['I win! Sandwiches for everyone.'],
      lost: ['Good game. Are you going to eat that?'],
    },
  },
  juniper: {
    lines: {
      begin: ['Let’s make it colorful.'],
      gain: ['That one brightens my map!', 'I’ll hang this one over the sofa.'],
      loss: ['I liked it better before.', 'Hm. That spoils my map.'],
      close: ['That was a hair’s breadth.'],
      won: ['What a lovely map that made.'],
      lost: ['Your map is prettier. Well played.'],
    },
  },
  ravi: {
    lines: {
      begin: ['Rule one: have fun. I read that somewhere.'],
      gain: ['Is that allowed? It is allowed!', 'Page four never mentioned this.'],
      loss: ['I skipped that paragraph.', 'Let me look that up.'],
      close: ['The book says nothing about nerves.'],
      won: ['I must have read the right page.'],
      lost: ['Next time I start with the rules.'],
    },
  },
  mabel: {
    lines: {
      begin: ['Go gently, dear. Or don’t.'],
      gain: ['My bridge club will hear of this.', 'Not bad for a beginner.'],
      loss: ['I have lost better things than that.', 'Never mind, there’s cake.'],
      close: ['I’ve had closer shaves with the cat.'],
      won: ['Beginner’s luck, dear. Sixty years late.'],
      lost: ['Thank you for the company, dear.'],
    },
  },
  gus: {
    lines: {
      begin: ['Morning! Got a minute for the map?'],
      gain: ['Another door that opened!', 'The voters there said yes.'],
      loss: ['The voters there said no.', 'I’ll come by again Thursday.'],
      close: ['One foot in the door, I tell you.'],
      won: ['I knocked, they answered.'],
      lost: ['Good race. I’ll leave a flyer.'],
    },
  },
  inez: {
    lines: {
      begin: ['My list of voters is ready. Yours?'],
      gain: ['That one goes on my list.', 'Counted and checked.'],
      loss: ['That was on my list.', 'I’m crossing that out.'],
      close: ['I had to count that twice.'],
      won: ['I counted on those votes. Thank you.'],
      lost: ['I’ll file this under lessons.'],
    },
  },
  wendell: {
    lines: {
      begin: ['Evening, neighbor. How’s the dog?'],
      gain: ['Folks around there know me.', 'Friendly voters there.'],
      loss: ['My neighbors there let me down.', 'I never liked that corner.'],
      close: ['That was close, neighbor.'],
      won: ['A good neighborhood all around.'],
      lost: ['You have kinder neighbors. Well done.'],
    },
  },
  keiko: {
    lines: {
      begin: ['I brought snacks. They’re for everyone.'],
      gain: ['According to plan. Roughly.', 'That calls for a cracker.'],
      loss: ['Plan B, then.', 'That was not the plan.'],
      close: ['I stopped chewing for that one.'],
      won: ['The plan worked. Have a cookie.'],
      lost: ['You earned the last cookie.'],
    },
  },
  marlow: {
    lines: {
      begin: ['Hm-hm-hmm. Ready when you are.'],
      gain: ['Music to my ears.', 'That one I sing about!'],
      loss: ['That one hurts.', 'I wanted that one.'],
      close: ['That was one long drum roll.'],
      won: ['I win! Everybody sing!'],
      lost: ['You win. I’ll sing your song.'],
    },
  },
  dolores: {
    lines: {
      begin: ['Coffee’s on. Let’s see how the ward goes.'],
      gain: ['That one I know by its first name.', 'Thirty years, and it still feels good.'],
      loss: ['They’ll come back to me. They do.', 'I’ve had worse Tuesdays.'],
      close: ['I spilled my coffee over that one.'],
      won: ['Early to the polls, that’s all it is.'],
      lost: ['Well run. Come see me about a job.'],
    },
  },
  rufus: {
    lines: {
      begin: ['No hurry. Lunch isn’t until noon.'],
      gain: ['Slow and steady fills the wagon.', 'One more. No hurry.'],
      loss: ['Well, that’s a Monday for you.', 'I’ll get the next one.'],
      close: ['That was as close as it gets.'],
      won: ['Told you there was no hurry.'],
      lost: ['Fair and square. Lunch is on me.'],
    },
  },
  nadia: {
    lines: {
      begin: ['Let’s not take all night.'],
      gain: ['Good. Next.', 'That was quick. Next.'],
      loss: ['Fine. Next.', 'I won’t lose sleep over it.'],
      close: ['Too close. I don’t care for that.'],
      won: ['And in time for bed.'],
      lost: ['Quick and clean. Good night.'],
    },
  },
  cleo: {
    lines: {
      begin: ['Pull up a chair. Have you heard?'],
      gain: ['Now that’s worth telling!', 'I’ll tell everybody about that one.'],
      loss: ['Nobody needs to hear about that one.', 'I heard that coming, too late.'],
      close: ['Wait till they hear about this one!'],
      won: ['Front page, and I had it first.'],
      lost: ['You’ll be the talk of the ward.'],
    },
  },
  amos: {
    lines: {
      begin: ['The almanac says fair, with a chance of votes.'],
      gain: ['Just as the almanac had it.', 'A good crop of votes.'],
      loss: ['A bad day for my votes.', 'The almanac was quiet on that.'],
      close: ['Too close to forecast.'],
      won: ['A fine harvest of votes.'],
      lost: ['A dry year. There’ll be others.'],
    },
  },
  hattie: {
    lines: {
      begin: ['Don’t mind the hat. It minds you.'],
      gain: ['Thank you, I’ll take that.', 'Manners, and a majority.'],
      loss: ['How very bold.', 'I shall remember it, politely.'],
      close: ['I nearly lost a cherry off my hat.'],
      won: ['How kind of you all.'],
      lost: ['Beautifully done. I raise my hat.'],
    },
  },
  ezra: {
    lines: {
      begin: ['Let the record show we have begun.'],
      gain: ['So noted.', 'Write it down: mine.'],
      loss: ['Strike that from the record.', 'I’ll need the eraser.'],
      close: ['I broke a pencil over it.'],
      won: ['Let the record show it.'],
      lost: ['The minutes speak for you.'],
    },
  },
  priya: {
    lines: {
      begin: ['A pleasure. May the better count win.'],
      gain: ['Thank you. Counted twice.', 'That adds up nicely.'],
      loss: ['That one is yours. Well done.', 'I shall count that again.'],
      close: ['One more recount and I’d faint.'],
      won: ['It adds up. Thank you all.'],
      lost: ['Congratulations, and I mean it twice.'],
    },
  },
  leopold: {
    lines: {
      begin: ['To the voters, and to your health!'],
      gain: ['A toast to that one!', 'Did you see that? Bravo, me!'],
      loss: ['The band stopped playing.', 'No toast for that one.'],
      close: ['My moustache stood on end.'],
      won: ['Music! Everybody up!'],
      lost: ['To the winner! Long may they dance.'],
    },
  },
  ramona: {
    lines: {
      begin: ['You’re on. I’m looking at you.'],
      gain: ['I saw that coming.', 'You saw that coming, too.'],
      loss: ['I blinked.', 'Look at me when you do that.'],
      close: ['Neither of us blinked.'],
      won: ['Eyes on the map. Told you.'],
      lost: ['You looked me in the eye. Respect.'],
    },
  },
  cornelius: {
    lines: {
      begin: ['Order, order. We are in session.'],
      gain: ['Carried!', 'The ayes have it.'],
      loss: ['Overruled.', 'I object.'],
      close: ['We had to count the raised hands.'],
      won: ['This meeting is adjourned. Happily.'],
      lost: ['The chair recognizes the winner.'],
    },
  },
  adela: {
    lines: {
      begin: ['I dressed for a long campaign.'],
      gain: ['That one suits me.', 'Exactly the one I wanted.'],
      loss: ['I can lose that one.', 'I’ll make up for that.'],
      close: ['It hung by a thread.'],
      won: ['I win. It fits me well.'],
      lost: ['You wore it better. Bravo.'],
    },
  },
  booker: {
    lines: {
      begin: ['Good evening.'],
      gain: ['I add that to my sum.', 'My sum grows.'],
      loss: ['I had counted on that one.', 'I subtract that.'],
      close: ['That was close. I counted.'],
      won: ['My sum is larger. Thank you.'],
      lost: ['Your sum is larger. Well done.'],
    },
  },
  meilin: {
    lines: {
      begin: ['I’ll fold while you think.'],
      gain: ['That one flew to me.', 'That went smoothly.'],
      loss: ['That one is torn. So it goes.', 'That one flew away.'],
      close: ['It almost flew the other way.'],
      won: ['I win. A paper crane for each of you.'],
      lost: ['This crane is for you.'],
    },
  },
  silas: {
    lines: {
      begin: ['Milk’s delivered. Your move.'],
      gain: ['Delivered to my door.', 'That one’s on my route now.'],
      loss: ['Spilled. No use crying.', 'Somebody got there before me.'],
      close: ['I could hear the bottles rattle.'],
      won: ['Cream always rises.'],
      lost: ['You won it fair. Good night.'],
    },
  },
  lou: {
    lines: {
      begin: ['Sit, sit. Has everybody ordered?'],
      gain: ['I’ll have that, and a side of fries.', 'Put it on my tab.'],
      loss: ['Hey, that was mine!', 'It was getting cold anyway.'],
      close: ['That one was hot!'],
      won: ['Dessert is on me!'],
      lost: ['You win. Dessert is on you!'],
    },
  },
  minerva: {
    lines: {
      begin: ['I remember your first vote, you know.'],
      gain: ['As I remember it, that was owed to me.', 'A favor returned.'],
      loss: ['I shall remember that.', 'My memory is long, dear.'],
      close: ['I have not seen one so close since the flood.'],
      won: ['I always said so. I remember it.'],
      lost: ['That one I shall remember fondly.'],
    },
  },
  jasper: {
    lines: {
      begin: ['Shh. The map is listening.'],
      gain: ['The voters whispered yes.', 'Softly does it.'],
      loss: ['The voters kept quiet.', 'Even the map went quiet.'],
      close: ['You could have heard a pin.'],
      won: ['No need to shout about it.'],
      lost: ['Quietly brilliant. You, I mean.'],
    },
  },
  odessa: {
    lines: {
      begin: ['Ha! Come on in, the water’s fine.'],
      gain: ['Ha! Did you see that?', 'I haven’t laughed so since the fair.'],
      loss: ['Ha! Oh, you didn’t!', 'All right, that was funny.'],
      close: ['I laughed so I wouldn’t scream.'],
      won: ['Ha! Ha! One for each of you!'],
      lost: ['You made me laugh. Take a bow.'],
    },
  },
  viktor: {
    lines: {
      begin: ['Ah. That opening.'],
      gain: ['Seen it, liked it, kept it.', 'An old favorite.'],
      loss: ['That is new to me.', 'They did it differently in my day.'],
      close: ['In my day that was a tie.'],
      won: ['As in the good old games.'],
      lost: ['Now that I had not seen before.'],
    },
  },
  augusta: {
    lines: {
      begin: ['You were right to come to me.'],
      gain: ['Naturally.', 'One hardly had to ask.'],
      loss: ['How bold of you.', 'One cannot win everywhere.'],
      close: ['I put down my fan for that.'],
      won: ['I never ran. I only walked.'],
      lost: ['You may tell them I sent you.'],
    },
  },
  thaddeus: {
    lines: {
      begin: ['Wake me for the count.'],
      gain: ['Hm? Oh, good.', 'I dreamed that one.'],
      loss: ['Did I miss something?', 'Not my best nap.'],
      close: ['That woke me up.'],
      won: ['And I was only resting my eyes.'],
      lost: ['You kept me awake. Few do.'],
    },
  },
  imani: {
    lines: {
      begin: ['Take your time. It’s a good map.'],
      gain: ['Gently, but yes.', 'Patience is a good neighbor.'],
      loss: ['Good for you. Truly.', 'That one was well seen.'],
      close: ['We both held our breath there.'],
      won: ['Thank you. You made me work for it.'],
      lost: ['Beautifully played. I learned something.'],
    },
  },
  solomon: {
    lines: {
      begin: ['I shall speak last.'],
      gain: ['Indeed.', 'The voters have spoken.'],
      loss: ['I see.', 'Let it be so.'],
      close: ['Nobody dared to breathe.'],
      won: ['That is all I had to say.'],
      lost: ['The last word is yours.'],
    },
  },
  lucinda: {
    lines: {
      begin: ['Tea with them at three, with you at four.'],
      gain: ['One lump, and one state.', 'They do say yes after tea.'],
      loss: ['No more tea for them.', 'Their cakes were better.'],
      close: ['My cup rattled, I confess.'],
      won: ['I win. More tea, anyone?'],
      lost: ['I’ll pour. You have earned it.'],
    },
  },
};
