"""How many others somebody has met is stored beside the rating."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce


def count(apps: Any, schema_editor: Any) -> None:
    seats = apps.get_model("ratings", "ResultSeat").objects
    own = seats.filter(
        user=OuterRef(OuterRef("user")), result__pool=OuterRef(OuterRef("pool")), result__annulled=False,
        result__rating_seq__isnull=False,
    ).order_by()  # fmt: skip
    others = seats.filter(Q(user=None) | ~Q(user=OuterRef("user")), result__in=own.values("result"))
    number = Count("user", distinct=True) + Count("ai", distinct=True, filter=Q(user=None))
    found = others.order_by().annotate(all=Value(1)).values("all").annotate(n=number).values("n")
    ratings = apps.get_model("ratings", "Rating").objects.filter(user__isnull=False)
    ratings.update(opponents=Coalesce(Subquery(found), 0))


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="rating",
            name="opponents",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
